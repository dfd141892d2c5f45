import { Alert, Button, Group, List, Progress, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { messageOf } from '../../kit/feedback/message-of.ts'
import { fileKey } from '../../media/file-key.ts'
import { incidentFormTexts } from '../../texts/incident-form.ts'
import type { Attaching } from './files/use-attach-files.ts'

const texts = incidentFormTexts.attaching

interface AttachingFilesProps extends Attaching {
  incident: IncidentResponse
  /** Uploads the failed files again. */
  retry: () => void
  /** Deletes the failed files from the browser's storage. */
  giveUp: () => void
}

/** Shows the progress of uploading the files of a new incident, then the files that failed. */
export function AttachingFiles({ incident, total, done, share, failed, retry, giveUp }: AttachingFilesProps) {
  const tried = done + failed.length
  if (tried < total) {
    return (
      <Stack maw={480}>
        <Text fw={600}>{texts.title(incident)}</Text>
        <Text size="sm" component="output">
          {texts.progress(tried + 1, total)}
        </Text>
        <Progress value={((tried + share) / total) * 100} aria-label={texts.progress(tried + 1, total)} />
        <Text size="sm" c="dimmed">
          {texts.carryOn}
        </Text>
        <Group>
          <OpenButton incidentId={incident.id} label={texts.open} />
        </Group>
      </Stack>
    )
  }
  if (failed.length === 0) return null
  return (
    <Alert color="yellow" variant="light" role="alert" title={texts.title(incident)} maw={640}>
      <Stack gap="xs">
        <Text size="sm">{texts.failed(failed.length)}</Text>
        <List size="sm">
          {failed.map(({ file, error }) => (
            <List.Item key={fileKey(file)}>{`${file.name}: ${messageOf(error)}`}</List.Item>
          ))}
        </List>
        <Group gap="xs">
          <Button onClick={retry}>{texts.retry}</Button>
          <OpenButton incidentId={incident.id} label={texts.leave} onOpen={giveUp} />
        </Group>
      </Stack>
    </Alert>
  )
}

interface OpenButtonProps {
  incidentId: Uuid
  label: string
  onOpen?: () => void
}

const OpenButton = ({ incidentId, label, onOpen }: OpenButtonProps) => (
  <Button
    variant="default"
    onClick={onOpen}
    renderRoot={(props) => <Link to="/incidents/$incidentId" params={{ incidentId }} {...props} />}
  >
    {label}
  </Button>
)
