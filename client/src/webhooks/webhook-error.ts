const messages = {
  header_missing: 'A header of the webhook is missing: webhook-id, webhook-timestamp or webhook-signature.',
  header_malformed: 'A header of the webhook is malformed: webhook-id or webhook-timestamp.',
  timestamp_out_of_tolerance: 'The webhook was signed too long ago, or the clocks differ.',
  signature_mismatch: 'No signature of the webhook is valid for these keys.',
  body_malformed: 'The webhook is signed correctly, but its body is not an event.',
} as const

export type WebhookErrorCode = keyof typeof messages

/** Error for a request that is not a valid webhook; `code` gives the reason. Answer such a request with 400. */
export class TocsinWebhookError extends Error {
  override readonly name = 'TocsinWebhookError'
  readonly code: WebhookErrorCode

  constructor(code: WebhookErrorCode) {
    super(messages[code])
    this.code = code
  }
}
