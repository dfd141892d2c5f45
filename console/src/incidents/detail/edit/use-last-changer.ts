import { useQuery } from '@tanstack/react-query'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { lastChanger } from '../../facts/changer-of.ts'
import { timelineQuery } from '../timeline/timeline-query.ts'

/** Returns the name of the user who was the last to change one of the fields; undefined until the timeline is loaded. */
export function useLastChanger(incidentId: Uuid, fields: readonly string[]): string | undefined {
  const { data } = useQuery(timelineQuery(incidentId))
  return lastChanger(data?.entries, fields)
}
