import { Alert, Button, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Link } from '@tanstack/react-router'
import { isProblem } from '../api/api-problem.ts'
import { call } from '../api/call.ts'
import { ConfirmDialog } from '../kit/dialogs/confirm-dialog.tsx'
import { ProblemAlert } from '../kit/feedback/problem-alert.tsx'
import { directoryTexts } from '../texts/directory.ts'
import { LastAdministratorAlert } from './users/last-administrator-alert.tsx'
import { useDirectoryChange } from './use-directory-change.ts'

const texts = directoryTexts.list

interface ArchiveDialogProps {
  /** Path of the location, point or user below `/api/console`. */
  path: string
  name: string
  /** Text that explains the effect of archiving. */
  explanation: string
  onArchived?: () => void
  onClose: () => void
}

/** Dialog that asks for confirmation, archives a location, point or user, and shows the reason if archiving fails. */
export function ArchiveDialog({ path, name, explanation, onArchived, onClose }: ArchiveDialogProps) {
  const archive = useDirectoryChange(() => call('POST', `${path}/archive`), {
    onSuccess() {
      notifications.show({ message: texts.archivedNow(name) })
      onClose()
      onArchived?.()
    },
  })
  return (
    <ConfirmDialog
      title={texts.archiveTitle(name)}
      cancel={texts.cancel}
      confirm={texts.archive}
      isPending={archive.isPending}
      onConfirm={() => archive.mutate(undefined)}
      onClose={onClose}
    >
      <Text size="sm">{explanation}</Text>
      <Rejection error={archive.error} />
    </ConfirmDialog>
  )
}

function Rejection({ error }: { error: Error | null }) {
  if (isProblem(error, 'last_administrator')) return <LastAdministratorAlert />
  if (!isProblem(error, 'used_as_default')) return <ProblemAlert title={texts.archiveFailed} error={error} />
  return (
    <Alert color="red" variant="light" role="alert" title={texts.usedAsDefault}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{error.message}</Text>
        <Button size="xs" variant="default" renderRoot={(props) => <Link to="/configuration" {...props} />}>
          {texts.toConfiguration}
        </Button>
      </Stack>
    </Alert>
  )
}
