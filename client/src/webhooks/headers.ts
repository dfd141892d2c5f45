import { TocsinWebhookError } from './webhook-error.ts'

/** Headers of a request: a `Headers` object, the headers of a request in Node, or a record. Case is ignored. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

interface SignatureHeaders {
  id: string
  /** Seconds since 1970, as text. */
  timestamp: string
  /** Signatures, separated by spaces. */
  signatures: string
}

/** Reads the headers of a webhook. @throws TocsinWebhookError `header_missing` or `header_malformed`. */
export function readHeaders(headers: WebhookHeaders): SignatureHeaders {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    isHeadersObject(headers) ? headers.get(name) : valueOf(headers, name),
  )
  if (!id || !timestamp || !signatures) throw new TocsinWebhookError('header_missing')
  // The signed text separates id, time and body with periods, so a period in the id would make the text ambiguous.
  if (id.includes('.') || !/^\d{1,15}$/.test(timestamp)) throw new TocsinWebhookError('header_malformed')
  return { id, timestamp, signatures }
}

const isHeadersObject = (headers: WebhookHeaders): headers is { get(name: string): string | null } =>
  typeof headers.get === 'function'

function valueOf(headers: Exclude<WebhookHeaders, { get(name: string): unknown }>, name: string): string | undefined {
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return typeof value === 'string' ? value : value?.join(' ')
}
