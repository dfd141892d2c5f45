import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiKey } from '@tocsin/contract/console/api-key.ts'
import { call } from '../api/call.ts'
import { ConfirmDialog } from '../kit/dialogs/confirm-dialog.tsx'
import { ProblemAlert } from '../kit/feedback/problem-alert.tsx'
import { formatAge } from '../texts/format.ts'
import { frameTexts } from '../texts/frame.ts'
import { keyTexts } from '../texts/keys.ts'
import { keysQuery } from './queries.ts'

const texts = keyTexts.revoke

/** Dialog that asks for confirmation before it revokes an API key. It shows when the key was last used. */
export function RevokeDialog({ revoking, onClose }: { revoking: ApiKey; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { id, name, lastUsedAt, state } = revoking
  const revoke = useMutation({
    mutationFn: () => call('POST', `/keys/${id}/revoke`),
    async onSuccess() {
      await queryClient.invalidateQueries(keysQuery)
      notifications.show({ message: texts.done(name) })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={texts.title(name)}
      cancel={frameTexts.cancel}
      confirm={texts.submit}
      isPending={revoke.isPending}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <ProblemAlert title={texts.failed} error={revoke.error} />
      <Text size="sm">{texts.explanation}</Text>
      <Text size="sm">{lastUsedAt ? texts.lastUsed(formatAge(lastUsedAt)) : texts.neverUsed}</Text>
      {state === 'being_replaced' && <Text size="sm">{texts.successorStays}</Text>}
    </ConfirmDialog>
  )
}
