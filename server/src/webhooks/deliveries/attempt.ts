import type { FeedEvent } from '@tocsin/contract/api/event.ts'
import type { WebhookAttempt } from '@tocsin/contract/api/webhook.ts'
import { newId } from '../../database/new-id.ts'
import { readEvent } from '../../feed/read.ts'
import type { OrganizationScope } from '../../scope.ts'
import { shorten } from '../../shorten.ts'
import type { LeasedEndpoint } from './lease-queries.ts'
import type { WebhookSender } from './sender.ts'

/**
 * Attempt to deliver an event. `retryAfterMs` is the time that the receiver asks the server to wait before the next
 * attempt.
 */
export type Attempt = WebhookAttempt & { retryAfterMs: number | undefined }

interface Delivery {
  scope: OrganizationScope
  endpoint: Pick<LeasedEndpoint, 'url' | 'secrets' | 'epoch'>
  sender: WebhookSender
  ending: AbortSignal
}

interface WantedAttempt {
  /** Position of the event in the feed. */
  position: number
  /** Number of the attempt; the first attempt to deliver the event is 1. */
  number: number
  /** Maximum length of the request body, in UTF-16 code units. */
  maximumLength: number
}

/**
 * Makes one attempt to deliver an event. The request also contains the current values of the event's incident or
 * comment.
 * @returns undefined if the operator has erased the event. Returns 'too long', and sends nothing, if the request body
 *   is longer than `maximumLength`.
 */
export async function attemptDelivery(
  delivery: Delivery,
  { position, number, maximumLength }: WantedAttempt,
): Promise<Attempt | 'too long' | undefined> {
  const { scope, endpoint } = delivery
  const event = await readEvent(scope, { epoch: endpoint.epoch, number: position })
  if (!event) return undefined
  const body = JSON.stringify(event)
  if (body.length > maximumLength) return 'too long'
  return { ...(await attemptSending(delivery, event, number, body)), position: event.position }
}

/** Makes one attempt to send an event, which may be a test event outside the feed. */
export async function attemptSending(
  { scope, endpoint, sender, ending }: Delivery,
  event: Omit<FeedEvent, 'position'>,
  number: number,
  body = JSON.stringify(event),
): Promise<Attempt> {
  const at = new Date().toISOString()
  const { url, secrets } = endpoint
  const outcome = await sender.send({ url, secrets, id: event.id, body }, ending)
  scope.service.webhookAttempts[outcome.isDelivered ? 'delivered' : 'failed']++
  return {
    id: newId(),
    eventId: event.id,
    position: null,
    kind: event.kind,
    incidentId: event.incidentId,
    number,
    at,
    request: shorten(body, requestMaximumLength),
    ...outcome,
  }
}

/** Maximum length of a logged request body, in UTF-16 code units. Longer bodies are shortened. */
const requestMaximumLength = 4_096
