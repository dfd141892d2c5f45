import type { QueryClient } from '@tanstack/react-query'
import type { TimelineEntry } from '@tocsin/contract/events/timeline.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { timelineQuery } from '../detail/timeline/timeline-query.ts'

/**
 * Returns the name of the user who was the last to change one of the fields; undefined if no timeline entry changed
 * them.
 */
export const lastChanger = (entries: readonly TimelineEntry[] | undefined, fields: readonly string[]) =>
  entries?.findLast(({ kind, changes }) => kind === 'incident.changed' && fields.some((field) => field in changes))
    ?.actor.name

/** Reads the timeline and returns the name of the user who was the last to change one of the fields. */
export async function changerOf(
  queryClient: QueryClient,
  incidentId: Uuid,
  fields: readonly string[],
): Promise<string | undefined> {
  const timeline = await queryClient.fetchQuery({ ...timelineQuery(incidentId), staleTime: 0 }).catch(() => undefined)
  return lastChanger(timeline?.entries, fields)
}
