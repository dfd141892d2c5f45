import { isSignedBy, readWebhookPublicKey, readWebhookSecret } from '@tocsin/contract/webhooks/signature.ts'
import type { FeedEvent } from '../generated/resources.ts'
import type { OneOrMore } from '../lists/query.ts'
import { readHeaders, type WebhookHeaders } from './headers.ts'
import { TocsinWebhookError } from './webhook-error.ts'

/** Event that a webhook delivers. The test event, of the kind `webhook.test`, has no position and no incident. */
export interface WebhookEvent extends Omit<FeedEvent, 'position'> {
  position?: string
}

export interface WebhookRequest {
  /** Body exactly as received. The signature does not match a body that was parsed and serialized again. */
  body: string | Uint8Array
  headers: WebhookHeaders
  /** Secret of the endpoint, which begins with `whsec_`; several secrets during a rotation. */
  secret?: OneOrMore<string>
  /** Public key of the endpoint, which begins with `whpk_`, in place of the secret or in addition to it. */
  publicKey?: OneOrMore<string>
  /** Maximum difference between the time of the signature and `now`, in seconds; 300 by default. */
  toleranceSeconds?: number
  /** Current time, for tests. */
  now?: Date
}

/**
 * Verifies the signatures of a webhook. One signature that is valid for one of the given secrets or public keys is
 * enough.
 * @returns the event in the body.
 * @throws TocsinWebhookError if the request does not come from the endpoint or was sent too long ago. TypeError if no
 *   secret or public key is given, or if one is malformed; the message does not quote it.
 * @see docs/integrating.md "Receive webhooks"
 */
export async function verifyWebhook({
  body,
  headers,
  secret = [],
  publicKey = [],
  toleranceSeconds = 300,
  now = new Date(),
}: WebhookRequest): Promise<WebhookEvent> {
  const keys = await Promise.all([
    ...[secret].flat().map(readWebhookSecret),
    ...[publicKey].flat().map(readWebhookPublicKey),
  ])
  if (keys.length === 0) throw new TypeError('Verifying a webhook needs its secret or its publicKey.')
  const { id, timestamp, signatures } = readHeaders(headers)
  const ageSeconds = Math.abs(now.getTime() / 1000 - Number(timestamp))
  if (!(ageSeconds <= toleranceSeconds)) throw new TocsinWebhookError('timestamp_out_of_tolerance')
  if (!(await isSignedBy(keys, signatures, id, timestamp, body))) throw new TocsinWebhookError('signature_mismatch')
  return readEvent(body)
}

function readEvent(body: string | Uint8Array): WebhookEvent {
  try {
    const event = JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as WebhookEvent | null
    if (typeof event?.id === 'string' && typeof event.kind === 'string') return event
  } catch {
    // A body that is not JSON gets the same error as JSON that is not an event.
  }
  throw new TocsinWebhookError('body_malformed')
}
