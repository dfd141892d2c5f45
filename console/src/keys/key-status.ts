import type { ApiKey, KeyState } from '@tocsin/contract/console/api-key.ts'

/**
 * Status of an API key as the console shows it: the server's state, or `expiring` for an active key near its expiry.
 */
export type KeyStatus = KeyState | 'expiring'

const soonMs = 14 * 86_400_000

/**
 * Returns the status of an API key. The status is `expiring` from 14 days before the expiry.
 * @param nowMs current time in milliseconds since 1970.
 */
export function statusOf({ state, expiresAt }: ApiKey, nowMs: number = Date.now()): KeyStatus {
  const isEnding = state === 'active' && expiresAt !== null && Date.parse(expiresAt) - nowMs < soonMs
  return isEnding ? 'expiring' : state
}

/** Returns true if the API accepts requests with this key. */
export const isUsable = ({ state }: ApiKey): boolean => state === 'active' || state === 'being_replaced'
