import { setTimeout } from 'node:timers/promises'
import { signWebhook } from '@tocsin/contract/webhooks/signature.ts'
import { request } from 'undici'
import manifest from '../../../package.json' with { type: 'json' }
import type { FeedEvent } from '../../../../client/src/client.ts'
import { writeData } from '../output.ts'

export interface Receiver {
  address: string
  /** Secret with which the requests are signed: `whsec_`, followed by base64. */
  secret: string
  signal: AbortSignal
}

/** Pauses before a failed request is sent again, in milliseconds. The list has one pause for each retry. */
const retryDelaysMs = [1_000, 2_000, 4_000]

/** Time within which a receiver must answer, in milliseconds. Webhooks from the server have the same limit. */
const responseMaximumMs = 15_000

/** Maximum number of incidents whose events are posted at the same time. */
const parallelMaximum = 8

/**
 * Makes a function that posts events to a receiver as webhooks. The function posts the events of one incident in their
 * order, and the events of different incidents at the same time. It writes one line for each request, and skips an
 * event after several failures.
 */
export function makeForward(receiver: Receiver) {
  return async (events: FeedEvent[]): Promise<void> => {
    const queues = [...Map.groupBy(events, ({ incidentId }) => incidentId).values()]
    const work = async () => {
      for (let queue = queues.shift(); queue; queue = queues.shift()) {
        for (const event of queue) await deliver(event, receiver)
      }
    }
    await Promise.all(Array.from({ length: parallelMaximum }, work))
  }
}

async function deliver(event: FeedEvent, receiver: Receiver): Promise<void> {
  for (const delayMs of [...retryDelaysMs, undefined]) {
    const { isDelivered, result } = await post(event, receiver)
    const next = delayMs === undefined ? 'given up' : `again in ${delayMs / 1000} s`
    writeData(`${nameOf(event)} → ${result}${isDelivered ? '' : `, ${next}`}`)
    if (isDelivered || delayMs === undefined) return
    await setTimeout(delayMs, undefined, { signal: receiver.signal })
  }
}

/** Posts an event once. A redirect is not followed and counts as a failure. */
async function post(event: FeedEvent, { address, secret, signal }: Receiver) {
  const body = JSON.stringify(event)
  const timestamp = Math.floor(Date.now() / 1000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': `tocsin/${manifest.version}`,
    'webhook-id': event.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': await signWebhook(secret, event.id, timestamp, body),
  }
  const startedAtMs = performance.now()
  try {
    const ending = AbortSignal.any([signal, AbortSignal.timeout(responseMaximumMs)])
    const response = await request(address, { method: 'POST', headers, body, signal: ending })
    await response.body.dump()
    const { statusCode: status } = response
    const result = `${status} ${Math.round(performance.now() - startedAtMs)} ms`
    return { isDelivered: status >= 200 && status < 300, result }
  } catch (error) {
    signal.throwIfAborted()
    return { isDelivered: false, result: error instanceof Error ? error.message || error.name : String(error) }
  }
}

/**
 * Returns a short name of an event for a line of output: its kind, and the number of its incident. If the number is
 * unknown, the id of the incident replaces it.
 */
const nameOf = ({ kind, incident, incidentId }: FeedEvent): string =>
  [kind, incident ? `#${incident.number}` : incidentId].filter(Boolean).join(' ')
