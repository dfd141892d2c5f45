import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import { endpointQuery } from './queries.ts'

interface Outcome<Input> {
  onDone: (endpoint: WebhookEndpoint) => void
  onFailed?: (error: Error, input: Input) => void
}

/** Returns a mutation that changes an endpoint and then reads its page, its log and the list again. */
export function useEndpointChange<Input = void>(
  change: (input: Input) => Promise<WebhookEndpoint>,
  { onDone, onFailed }: Outcome<Input>,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess(endpoint) {
      queryClient.setQueryData(endpointQuery(endpoint.id).queryKey, endpoint)
      void queryClient.invalidateQueries({ queryKey: ['webhooks'] })
      onDone(endpoint)
    },
    ...(onFailed && { onError: onFailed }),
  })
}
