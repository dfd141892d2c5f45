import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { SkipWebhookEvent, WebhookAttempt, WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import { call } from '../../api/call.ts'
import { ConfirmDialog } from '../../kit/dialogs/confirm-dialog.tsx'
import { ProblemAlert } from '../../kit/feedback/problem-alert.tsx'
import { frameTexts } from '../../texts/frame.ts'
import { attemptTexts } from '../../texts/webhook-attempts.ts'
import { pathOf } from '../queries.ts'
import { useEndpointChange } from '../use-endpoint-change.ts'

const texts = attemptTexts.skip

interface SkipDialogProps {
  endpoint: WebhookEndpoint
  attempt: WebhookAttempt
  onClose: () => void
}

/** Dialog that skips a failed event after a confirmation, so that later events of its incident are sent. */
export function SkipDialog({ endpoint: { id }, attempt: { eventId }, onClose }: SkipDialogProps) {
  const body: SkipWebhookEvent = { eventId }
  const skip = useEndpointChange(() => call<WebhookEndpoint>('POST', `${pathOf(id)}/skip`, { body }), {
    onSuccess() {
      notifications.show({ message: texts.done })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={texts.title}
      cancel={frameTexts.cancel}
      confirm={texts.submit}
      isPending={skip.isPending}
      onConfirm={() => skip.mutate()}
      onClose={onClose}
    >
      <ProblemAlert title={texts.skipFailed} error={skip.error} />
      <Text size="sm">{texts.explanation}</Text>
    </ConfirmDialog>
  )
}
