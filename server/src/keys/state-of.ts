import type { KeyState } from '@tocsin/contract/api-key.ts'
import type { Instant } from '@tocsin/contract/scalars.ts'

/** Tells how a key stands at this moment. */
export function stateOf({ expiresAt, revokedAt }: { expiresAt: Instant | null; revokedAt: Instant | null }): KeyState {
  if (isOver(revokedAt)) return 'revoked'
  if (isOver(expiresAt)) return 'expired'
  return revokedAt === null ? 'active' : 'being_replaced'
}

const isOver = (instant: Instant | null): boolean => instant !== null && Date.parse(instant) <= Date.now()
