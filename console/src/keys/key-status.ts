import type { ApiKey, KeyState } from '@tocsin/contract/console/api-key.ts'

/** How a key stands, for whoever looks after it: one that ends soon asks for something to be done. */
export type KeyStatus = KeyState | 'expiring'

const soonMs = 14 * 86_400_000

/** @param nowMs milliseconds since 1970. */
export function statusOf({ state, expiresAt }: ApiKey, nowMs: number = Date.now()): KeyStatus {
  const isEnding = state === 'active' && expiresAt !== null && Date.parse(expiresAt) - nowMs < soonMs
  return isEnding ? 'expiring' : state
}

/** Whether a call with the key is still answered. */
export const isUsable = ({ state }: ApiKey): boolean => state === 'active' || state === 'being_replaced'
