import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import { call } from '../../api/call.ts'
import { ConfirmDialog } from '../../kit/dialogs/confirm-dialog.tsx'
import { ProblemAlert } from '../../kit/feedback/problem-alert.tsx'
import { frameTexts } from '../../texts/frame.ts'
import { webhookTexts } from '../../texts/webhooks.ts'
import { nameOf } from '../endpoint-name.ts'
import { endpointsQuery, pathOf } from '../queries.ts'

const texts = webhookTexts.delete

/** Dialog that asks for confirmation, deletes an endpoint and opens the list of endpoints. */
export function DeleteDialog({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const name = nameOf(endpoint)
  const deletion = useMutation({
    mutationFn: () => call('DELETE', pathOf(endpoint.id)),
    async onSuccess() {
      notifications.show({ message: texts.done(name) })
      await queryClient.invalidateQueries(endpointsQuery)
      await navigate({ to: '/webhooks' })
    },
  })
  return (
    <ConfirmDialog
      title={texts.title(name)}
      cancel={frameTexts.cancel}
      confirm={texts.submit}
      isPending={deletion.isPending}
      onConfirm={() => deletion.mutate()}
      onClose={onClose}
    >
      <ProblemAlert title={texts.deleteFailed} error={deletion.error} />
      <Text size="sm">{texts.explanation}</Text>
    </ConfirmDialog>
  )
}
