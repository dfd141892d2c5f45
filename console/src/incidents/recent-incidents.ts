import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { isUuid } from '@tocsin/contract/read-scalars.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useEffect } from 'react'
import { readFromBrowser, storeInBrowser } from '../browser/storage.ts'
import { useSession } from '../sessions/session.ts'

/** Maximum number of recently opened incidents that the browser stores. */
const recentMaximum = 5

export type RecentIncident = Pick<IncidentResponse, 'id' | 'number' | 'name'>

const keyOf = (userId: Uuid): string => `tocsin-recent-${userId}`

/**
 * Returns the incidents that the user opened last in this browser, the latest first. Ignores unknown values, which
 * another version of the console may have stored.
 */
export const recallRecent = (userId: Uuid): readonly RecentIncident[] =>
  [readFromBrowser(keyOf(userId))].flat().filter(isRecentIncident)

function isRecentIncident(stored: unknown): stored is RecentIncident {
  const { id, number, name } = (stored ?? {}) as Partial<Record<keyof RecentIncident, unknown>>
  const isNamed = name === null || typeof name === 'string'
  return typeof id === 'string' && isUuid(id) && typeof number === 'number' && isNamed
}

/** Called by a page that shows an incident. Stores this incident as the latest one that the user has opened. */
export function useRememberRecent(incident: RecentIncident | undefined): void {
  const { user } = useSession()
  const { id, number, name = null } = incident ?? {}
  useEffect(() => {
    if (id === undefined || number === undefined) return
    const others = recallRecent(user.id).filter((recent) => recent.id !== id)
    storeInBrowser(keyOf(user.id), [{ id, number, name }, ...others].slice(0, recentMaximum))
  }, [user.id, id, number, name])
}
