import { Alert, Button, List, Stack, Text } from '@mantine/core'
import { IconFileDiff } from '@tabler/icons-react'
import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import { isProblem } from '../../api/api-problem.ts'
import { incidentFormTexts } from '../../texts/incident-form.ts'
import { compareForms } from './compare-forms.ts'
import type { Entries } from '../../incident-form/entries.ts'

const texts = incidentFormTexts.revised

interface RevisedNoticeProps {
  configuration: CreationConfiguration
  current: CreationConfiguration
  entries: Entries
  /** Error of the last attempt to send the report. */
  error: Error | null
  onFollow: (revision: number) => void
}

/**
 * Notice that a new configuration revision was published. It lists the changes that affect the report, and has a button
 * to continue with the new revision.
 */
export function RevisedNotice({ configuration, current, entries, error, onFollow }: RevisedNoticeProps) {
  if (configuration.revision === current.revision) return null
  const changes = compareForms(configuration, current, entries)
  const isRejected = isProblem(error, 'configuration_revision_too_old')
  return (
    <Alert
      color={isRejected ? 'red' : 'yellow'}
      variant="light"
      role={isRejected ? 'alert' : 'status'}
      icon={<IconFileDiff aria-hidden />}
      title={texts.title(configuration.revision, current.revision)}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{isRejected ? texts.rejected : texts.still}</Text>
        {changes.length === 0 && <Text size="sm">{texts.nothing}</Text>}
        <List size="sm">
          {changes.map((change) => (
            <List.Item key={change}>{change}</List.Item>
          ))}
        </List>
        <Button size="xs" variant="default" onClick={() => onFollow(current.revision)}>
          {texts.go(current.revision)}
        </Button>
      </Stack>
    </Alert>
  )
}
