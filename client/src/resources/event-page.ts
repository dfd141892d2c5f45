import type { FeedEvent } from '../generated/resources.ts'
import { writeQuery, type OneOrMore } from '../lists/query.ts'
import { alteredResponse } from '../transport/attempt.ts'
import type { CallOptions, Transport } from '../transport/transport.ts'

export interface EventFilter {
  /** Kinds of events, such as `incident.changed`; all kinds by default. */
  kinds?: OneOrMore<string> | undefined
}

export interface EventQuery extends EventFilter {
  /** Position after which the page begins. If undefined, the page is empty and has the newest position. */
  after?: string | undefined
  /** Maximum number of events in the page, from 1 to 200; 50 by default. */
  limit?: number | undefined
}

/** Part of the feed of events, the oldest event first. */
export interface EventPage {
  events: FeedEvent[]
  /** Position up to which this page covers the feed. Events that do not match the filter are covered, too. */
  position: string
  /** True if the feed has no later event yet. */
  isLast: boolean
}

interface FeedResponse {
  data: FeedEvent[]
  meta?: { position?: unknown; isLast?: unknown }
}

/**
 * Reads one page of the feed.
 * @param waitSeconds seconds that the server waits for an event before it answers with an empty page.
 * @throws TocsinNetworkError for a page without events or position, which a proxy must have changed.
 */
export async function readEventPage(
  transport: Transport,
  { after, kinds, limit }: EventQuery,
  waitSeconds: number,
  options: CallOptions | undefined,
): Promise<EventPage> {
  const response = await transport.send<FeedResponse>(
    {
      method: 'GET',
      path: '/events',
      query: writeQuery({ limit }, { after, kind: kinds }),
      ...(waitSeconds > 0 && { headers: { prefer: `wait=${waitSeconds}` }, waitMs: waitSeconds * 1000 }),
      success: 200,
      member: 'data',
    },
    options,
  )
  const { data: events, meta: { position, isLast } = {} } = response.body
  if (!Array.isArray(events) || typeof position !== 'string' || typeof isLast !== 'boolean') {
    throw alteredResponse('The feed was answered without its events or its position', response)
  }
  return { events, position, isLast }
}
