import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import { endpointQuery } from './queries.ts'

interface Callbacks<Input> {
  onSuccess: (endpoint: WebhookEndpoint) => void
  onError?: (error: Error, input: Input) => void
}

/** Returns a mutation that changes an endpoint and then reads its page, its log and the list again. */
export function useEndpointChange<Input = void>(
  mutationFn: (input: Input) => Promise<WebhookEndpoint>,
  { onSuccess, ...callbacks }: Callbacks<Input>,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    ...callbacks,
    onSuccess(endpoint) {
      queryClient.setQueryData(endpointQuery(endpoint.id).queryKey, endpoint)
      void queryClient.invalidateQueries({ queryKey: ['webhooks'] })
      onSuccess(endpoint)
    },
  })
}
