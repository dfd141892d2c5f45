import { List, Stack, Text, Title } from '@mantine/core'
import type { ConfigurationChanges } from '@tocsin/contract/console/configuration-history.ts'
import { differenceTexts } from '../texts/configuration-difference.ts'
import classes from './configuration.module.css'
import { describeChanges } from './describe-changes.ts'
import type { Configuration } from './fields.ts'
import { useReferencedNames } from './use-referenced-names.ts'

interface DifferenceViewProps {
  changes: ConfigurationChanges
  before: Configuration
  after: Configuration
}

/** Shows the differences between two configurations, one sentence per change. */
export function DifferenceView({ changes, before, after }: DifferenceViewProps) {
  const names = useReferencedNames([before, after])
  const described = describeChanges(changes, { before, after, names })
  if (described.length === 0) return <Text>{differenceTexts.none}</Text>
  return (
    <Stack gap="sm">
      {described.map(({ title, sentences }) => (
        <section key={title} aria-label={title}>
          <Title order={3}>{title}</Title>
          <List size="sm" className={classes.wrapping!}>
            {sentences.map((sentence, index) => (
              // Use the index as the React key, because two sentences can be equal: two profiles may have the same
              // name.
              // oxlint-disable-next-line react/no-array-index-key
              <List.Item key={index}>{sentence}</List.Item>
            ))}
          </List>
        </section>
      ))}
    </Stack>
  )
}
