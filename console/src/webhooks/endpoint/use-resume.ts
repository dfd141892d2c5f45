import { notifications } from '@mantine/notifications'
import type { WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import { call } from '../../api/call.ts'
import { showProblem } from '../../kit/feedback/show-problem.tsx'
import { webhookTexts } from '../../texts/webhooks.ts'
import { nameOf } from '../endpoint-name.ts'
import { pathOf } from '../queries.ts'
import { useEndpointChange } from '../use-endpoint-change.ts'

const texts = webhookTexts.page

/** Returns a mutation that resumes a paused endpoint, or makes an active endpoint try its failed events again. */
export function useResume({ id, pausedAt }: WebhookEndpoint) {
  const isPaused = pausedAt !== null
  return useEndpointChange(() => call<WebhookEndpoint>('POST', `${pathOf(id)}/resume`), {
    onSuccess: (endpoint) =>
      notifications.show({ message: isPaused ? texts.resumed(nameOf(endpoint)) : texts.retried }),
    onError: (error) => showProblem(isPaused ? texts.resumeFailed : texts.retryFailed, error),
  })
}
