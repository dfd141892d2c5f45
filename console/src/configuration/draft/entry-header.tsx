import { Accordion, Badge, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { configurationDraftTexts } from '../../texts/configuration-draft.ts'
import classes from './draft.module.css'

interface EntryHeaderProps {
  name: string
  /** Summary shown while the entry is collapsed. */
  summary: string
  badge?: string | undefined
  problems: number
  /** Buttons beside the header. */
  actions?: ReactNode
}

/** Header of a type or profile in an accordion. A click on the header expands or collapses the type or profile. */
export const EntryHeader = ({ name, summary, badge, problems, actions }: EntryHeaderProps) => (
  <div className={classes.entryHeader}>
    <Accordion.Control>
      <Group gap="xs">
        <Text span fw={600}>
          {name}
        </Text>
        {badge && (
          <Badge variant="default" size="sm">
            {badge}
          </Badge>
        )}
        {problems > 0 && (
          <Badge color="red.9" size="sm">
            {configurationDraftTexts.problems.count(problems)}
          </Badge>
        )}
      </Group>
      <Text span size="xs" c="dimmed">
        {summary}
      </Text>
    </Accordion.Control>
    {actions}
  </div>
)
