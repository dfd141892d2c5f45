import type { WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'

/**
 * Status of an endpoint as the console shows it. `failing` means that every attempt since the last delivery failed.
 * `behind` means that events wait for their first attempt.
 */
export type EndpointStatus = 'delivering' | 'behind' | 'failing' | 'paused'

type Facts = Pick<WebhookEndpoint, 'pausedAt' | 'failingSince' | 'eventsBehind'>

export function statusOf({ pausedAt, failingSince, eventsBehind }: Facts): EndpointStatus {
  if (pausedAt !== null) return 'paused'
  if (failingSince !== null) return 'failing'
  return eventsBehind > 0 ? 'behind' : 'delivering'
}
