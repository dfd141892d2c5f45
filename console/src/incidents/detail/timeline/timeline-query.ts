import { queryOptions } from '@tanstack/react-query'
import { limitMaximum } from '@tocsin/contract/limits.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Timeline, TimelineEntry } from '@tocsin/contract/events/timeline.ts'
import { call } from '../../../api/call.ts'
import { reuseAddresses } from '../../../media/reuse-addresses.ts'
import { renewAddressesMs } from '../../../media/queries.ts'
import { incidentKey } from '../../../api/incident-key.ts'
import type { Names } from '../../../incident-form/names.ts'

/** Complete timeline of an incident, the oldest entry first, and the names of everything that the entries refer to. */
export interface WholeTimeline {
  entries: TimelineEntry[]
  names: Names
}

/**
 * Query for the whole timeline. It reads all pages, because the newest entry is on the last page. Most incidents have
 * one page only.
 */
export const timelineQuery = (incidentId: Uuid) =>
  queryOptions({
    queryKey: [...incidentKey(incidentId), 'timeline'],
    queryFn: ({ signal }) => readTimeline(incidentId, signal),
    refetchInterval: renewAddressesMs,
    // Disable structural sharing, because it cannot compare the map of names: the data would count as changed anyway.
    structuralSharing: false,
  })

async function readTimeline(incidentId: Uuid, signal: AbortSignal): Promise<WholeTimeline> {
  const entries: TimelineEntry[] = []
  const names = new Map<Uuid, string>()
  let cursor: string | undefined
  do {
    const page = await call<Timeline>('GET', `/incidents/${encodeURIComponent(incidentId)}/timeline`, {
      query: { limit: limitMaximum, cursor },
      signal,
    })
    entries.push(...page.data.map(withReusedAddresses))
    for (const [id, name] of Object.entries(page.names)) names.set(id, name)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return { entries, names }
}

const withReusedAddresses = (entry: TimelineEntry): TimelineEntry =>
  entry.comment ? { ...entry, comment: { ...entry.comment, media: reuseAddresses(entry.comment.media) } } : entry
