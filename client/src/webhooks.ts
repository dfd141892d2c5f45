/** Exports of the entry point `@tocsin/client/webhooks`. */
export type { WebhookHeaders } from './webhooks/headers.ts'
export { verifyWebhook, type WebhookEvent, type WebhookRequest } from './webhooks/verify.ts'
export { TocsinWebhookError, type WebhookErrorCode } from './webhooks/webhook-error.ts'
