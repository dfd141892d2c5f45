import { isUuid } from '@tocsin/contract/read-scalars.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { readFromBrowser, storeInBrowser } from '../../browser/storage.ts'

const keyOf = (userId: Uuid): string => `tocsin-last-location-${userId}`

/** Returns the location of the user's last report in this browser; undefined without such a report. */
export function readLastLocation(userId: Uuid): Uuid | undefined {
  const stored = readFromBrowser(keyOf(userId))
  return typeof stored === 'string' && isUuid(stored) ? stored : undefined
}

export const storeLastLocation = (userId: Uuid, locationId: Uuid): void => storeInBrowser(keyOf(userId), locationId)
