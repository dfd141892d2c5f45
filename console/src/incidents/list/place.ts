import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { ViewLayout } from '@tocsin/contract/view.ts'
import type { IncidentSearch } from '../incident-search.ts'

/** Where somebody was in a list or on the board when they opened an Incident. */
export interface Place {
  /** The Incident. */
  id: Uuid
  /** What stood around it in the list or in its column, and itself. */
  ids: readonly Uuid[]
  layout: ViewLayout
  search: IncidentSearch
}

const key = 'tocsin-place'
/** On each side; what is kept is read as a whole, and a long list has tens of thousands. */
const neighboursMaximum = 500

/** Keeps the place for this tab, also when it is loaded again. */
export function rememberPlace({ ids, ...place }: Place): void {
  const index = ids.indexOf(place.id)
  const near = ids.slice(Math.max(0, index - neighboursMaximum), index + neighboursMaximum + 1)
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...place, ids: near }))
  } catch {
    // A browser that keeps nothing: the ways back lead to everything.
  }
}

/** Where whoever comes back goes on. */
export function recallPlace(): Place | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as Place | null) ?? undefined
  } catch {
    return undefined
  }
}

/** The place that an Incident was opened from, or one beside it; undefined where it was come to in another way. */
export function placeOf(id: Uuid): Place | undefined {
  const place = recallPlace()
  return place?.ids.includes(id.toLowerCase()) ? place : undefined
}
