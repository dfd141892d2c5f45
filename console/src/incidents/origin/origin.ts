import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { ViewLayout } from '@tocsin/contract/console/view.ts'
import { storeInTab, readFromTab } from '../../browser/storage.ts'
import type { IncidentSearch } from '../search/incident-search.ts'

/** Where somebody was in a list or on the board when they opened an Incident. */
export interface Origin {
  /** The Incident. */
  id: Uuid
  /** What stood around it in the list or in its column, and itself. */
  ids: readonly Uuid[]
  /** How many stood before these; none unless told. */
  before?: number
  layout: ViewLayout
  search: IncidentSearch
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The Incident was opened from the origin that is kept, or from another Incident of it. */
    isFromOrigin?: boolean
    /** A list or board was come back to from an Incident of it. */
    isBackAtOrigin?: boolean
  }
}

/** The state of every navigation that opens an Incident from a list or board, or from one beside it there. */
export const fromOrigin = { isFromOrigin: true }

const keyOf = (userId: Uuid): string => `tocsin-origin-${userId}`
/** On each side; what is kept is read as a whole, and a long list has tens of thousands. */
const neighboursMaximum = 500

/** Keeps a user's origin for this tab, also when it is loaded again. */
export function rememberOrigin(userId: Uuid, { ids, before = 0, ...origin }: Origin): void {
  const index = ids.indexOf(origin.id)
  const from = Math.max(0, index - neighboursMaximum)
  const near = ids.slice(from, index + neighboursMaximum + 1)
  storeInTab(keyOf(userId), { ...origin, ids: near, before: before + from })
}

/** Where a user who comes back goes on; where the browser keeps nothing, the ways back lead to everything. */
export const recallOrigin = (userId: Uuid): Origin | undefined => readFromTab(keyOf(userId)) as Origin | undefined
