import type { ApiKey, KeyState } from '@tocsin/contract/console/api-key.ts'

/** Status of a key, with `expiring` for a key that expires soon. */
export type KeyStatus = KeyState | 'expiring'

const soonMs = 14 * 86_400_000

/** @param nowMs milliseconds since 1970. */
export function statusOf({ state, expiresAt }: ApiKey, nowMs: number = Date.now()): KeyStatus {
  const isEnding = state === 'active' && expiresAt !== null && Date.parse(expiresAt) - nowMs < soonMs
  return isEnding ? 'expiring' : state
}

/** Returns true if the API accepts the key. */
export const isUsable = ({ state }: ApiKey): boolean => state === 'active' || state === 'being_replaced'
