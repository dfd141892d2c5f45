import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { ViewLayout } from '@tocsin/contract/console/view.ts'
import { storeInTab, readFromTab } from '../../browser/storage.ts'
import type { IncidentSearch } from '../search/incident-search.ts'

/** List or board position that an incident was opened from. */
export interface Origin {
  /** Id of the incident. */
  id: Uuid
  /** Ids of the incident and its neighbours in the list or column. */
  ids: readonly Uuid[]
  /** Number of incidents before these; 0 by default. */
  before?: number
  layout: ViewLayout
  search: IncidentSearch
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True if the incident was opened from the stored origin or from a neighbour. */
    isFromOrigin?: boolean
    /** True if the user returned to the list or board from one of its incidents. */
    isBackAtOrigin?: boolean
  }
}

/** Navigation state for opening an incident from a list, a board or a neighbour. */
export const fromOrigin = { isFromOrigin: true }

const keyOf = (userId: Uuid): string => `tocsin-origin-${userId}`
/** Maximum number of neighbours stored on each side, since long lists have tens of thousands. */
const neighboursMaximum = 500

/** Stores a user's origin in the tab, where it survives a reload. */
export function rememberOrigin(userId: Uuid, { ids, before = 0, ...origin }: Origin): void {
  const index = ids.indexOf(origin.id)
  const from = Math.max(0, index - neighboursMaximum)
  const near = ids.slice(from, index + neighboursMaximum + 1)
  storeInTab(keyOf(userId), { ...origin, ids: near, before: before + from })
}

/** Returns the user's stored origin. Without storage, links back lead to all incidents. */
export const recallOrigin = (userId: Uuid): Origin | undefined => readFromTab(keyOf(userId)) as Origin | undefined
