import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Link } from '@tanstack/react-router'
import { ApiProblem } from '../api/api-problem.ts'
import { call } from '../api/call.ts'
import { ProblemAlert } from '../frame/problem-alert.tsx'
import { directoryTexts } from '../texts/directory.ts'
import { LastAdministratorAlert } from './last-administrator-alert.tsx'
import { useDirectoryChange } from './use-directory-change.ts'

const texts = directoryTexts.list

interface ArchiveDialogProps {
  /** Of the entry, below `/api/console`. */
  path: string
  name: string
  /** What it means that it is archived. */
  explanation: string
  onArchived?: () => void
  onClose: () => void
}

/** Asks before an entry is taken out of use, and says why it cannot be. */
export function ArchiveDialog({ path, name, explanation, onArchived, onClose }: ArchiveDialogProps) {
  const archive = useDirectoryChange(() => call('POST', `${path}/archive`), {
    onDone() {
      notifications.show({ message: texts.archivedNow(name) })
      onClose()
      onArchived?.()
    },
  })
  return (
    <Modal opened onClose={onClose} title={texts.archiveTitle(name)}>
      <Stack>
        <Text>{explanation}</Text>
        <Refusal error={archive.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button color="red.9" loading={archive.isPending} onClick={() => archive.mutate(undefined)}>
            {texts.archive}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function Refusal({ error }: { error: Error | null }) {
  const code = error instanceof ApiProblem ? error.code : undefined
  if (code === 'last_administrator') return <LastAdministratorAlert />
  if (code !== 'used_as_default') return <ProblemAlert error={error} />
  return (
    <Alert color="red" variant="light" role="alert" title={texts.usedAsDefault}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{error?.message}</Text>
        <Button size="xs" variant="default" renderRoot={(props) => <Link to="/configuration" {...props} />}>
          {texts.toConfiguration}
        </Button>
      </Stack>
    </Alert>
  )
}
