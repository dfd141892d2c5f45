import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ReplayWebhookEvents, WebhookAttempt, WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import { call } from '../../api/call.ts'
import { ConfirmDialog } from '../../kit/dialogs/confirm-dialog.tsx'
import { ProblemAlert } from '../../kit/feedback/problem-alert.tsx'
import { kindInWords } from '../../texts/event-kinds.ts'
import { frameTexts } from '../../texts/frame.ts'
import { attemptTexts } from '../../texts/webhook-attempts.ts'
import { pathOf } from '../queries.ts'
import { useEndpointChange } from '../use-endpoint-change.ts'
import { positionBefore } from './position-before.ts'

const texts = attemptTexts.replay

interface ReplayDialogProps {
  endpoint: WebhookEndpoint
  attempt: WebhookAttempt
  onClose: () => void
}

/** Dialog that delivers the event of an attempt and all later events again, after a confirmation. */
export function ReplayDialog({ endpoint: { id, pausedAt }, attempt, onClose }: ReplayDialogProps) {
  const { position, kind, at } = attempt
  const body: ReplayWebhookEvents = { after: positionBefore(position ?? '') }
  const replay = useEndpointChange(() => call<WebhookEndpoint>('POST', `${pathOf(id)}/replay`, { body }), {
    onSuccess() {
      notifications.show({ message: pausedAt === null ? texts.done : texts.doneWhilePaused })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={texts.title}
      cancel={frameTexts.cancel}
      confirm={texts.submit}
      isPending={replay.isPending}
      onConfirm={() => replay.mutate()}
      onClose={onClose}
    >
      <ProblemAlert title={texts.sendFailed} error={replay.error} />
      <Text size="sm">{texts.explanation(kindInWords(kind), at)}</Text>
      {pausedAt !== null && <Text size="sm">{texts.whilePaused}</Text>}
    </ConfirmDialog>
  )
}
