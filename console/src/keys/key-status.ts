import type { ApiKey, KeyState } from '@tocsin/contract/console/api-key.ts'

/** How a key stands, for whoever looks after it: one that ends soon asks for something to be done. */
export type Standing = KeyState | 'expiring'

const soonMs = 14 * 86_400_000

/** @param nowMs milliseconds since 1970. */
export function standingOf({ state, expiresAt }: ApiKey, nowMs: number = Date.now()): Standing {
  const isEnding = state === 'active' && expiresAt !== null && Date.parse(expiresAt) - nowMs < soonMs
  return isEnding ? 'expiring' : state
}

/** Whether a call with the key is still answered. */
export const works = ({ state }: ApiKey): boolean => state === 'active' || state === 'being_replaced'
