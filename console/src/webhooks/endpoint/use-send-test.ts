import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { WebhookAttempt } from '@tocsin/contract/api/webhook.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { call } from '../../api/call.ts'
import { attemptPagesQuery, pathOf } from '../queries.ts'

export type SendTest = ReturnType<typeof useSendTest>

/** Returns a mutation that sends a test to an endpoint. The server waits up to 15 seconds for the receiver. */
export function useSendTest(endpointId: Uuid) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call<WebhookAttempt>('POST', `${pathOf(endpointId)}/test`),
    onSuccess: () => void queryClient.invalidateQueries(attemptPagesQuery(endpointId)),
  })
}
