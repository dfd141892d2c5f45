import type { WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'

/** Returns the name under which users see an endpoint: its description or, without one, the host of its address. */
export function nameOf({ description, url }: Pick<WebhookEndpoint, 'description' | 'url'>): string {
  if (description.trim() !== '') return description
  return URL.canParse(url) ? new URL(url).host : url
}
