import type { Uuid } from '@tocsin/contract/scalars.ts'
import { storeInTab, readFromTab } from '../../browser/storage.ts'
import type { IncidentSearch } from '../search/incident-search.ts'
import type { ViewLayout } from '@tocsin/contract/console/view.ts'

/** List, board or split view from which the user opened an incident, with its search and the position of the incident. */
export interface Origin {
  /** Id of the opened incident. */
  id: Uuid
  /** Ids of the opened incident and of the incidents before and after it in the list or board column. */
  ids: readonly Uuid[]
  /** Number of incidents in the list before the first of `ids`; 0 by default. */
  before?: number
  layout: ViewLayout
  search: IncidentSearch
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True if the user opened the incident from the stored origin, or by a link to the next or previous incident. */
    isFromOrigin?: boolean
    /** True if the user returned to the list or board from one of its incidents. */
    isBackAtOrigin?: boolean
  }
}

/** Navigation state of links that open an incident from a list or board, or from a neighbouring incident. */
export const fromOrigin = { isFromOrigin: true }

const keyOf = (userId: Uuid): string => `tocsin-origin-${userId}`
/**
 * Maximum number of ids stored before and after the incident, because a list may have tens of thousands of incidents.
 */
const neighboursMaximum = 500

/**
 * Records the list or board from which a user opened an incident. The browser tab stores the record, even across a
 * reload.
 */
export function rememberOrigin(userId: Uuid, { ids, before = 0, ...origin }: Origin): void {
  const index = ids.indexOf(origin.id)
  const from = Math.max(0, index - neighboursMaximum)
  const near = ids.slice(from, index + neighboursMaximum + 1)
  storeInTab(keyOf(userId), { ...origin, ids: near, before: before + from })
}

/**
 * Returns the list or board from which the user opened an incident. Returns undefined if the browser tab has no record
 * or blocks storage. In that case, links back lead to the list of all incidents.
 */
export const recallOrigin = (userId: Uuid): Origin | undefined => readFromTab(keyOf(userId)) as Origin | undefined
