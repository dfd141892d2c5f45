import type { ApiKey, KeyState } from '@tocsin/contract/console/api-key.ts'
import type { Instant } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../../scope.ts'
import { findKeys } from './queries.ts'

/** Lists every API key ever issued, oldest first, each with its status at this moment. */
export const listKeys = async (scope: OrganizationScope): Promise<ApiKey[]> =>
  (await findKeys(scope)).map((key) => ({ ...key, state: stateOf(key) }))

function stateOf({ expiresAt, revokedAt }: Pick<ApiKey, 'expiresAt' | 'revokedAt'>): KeyState {
  if (isOver(revokedAt)) return 'revoked'
  if (isOver(expiresAt)) return 'expired'
  return revokedAt === null ? 'active' : 'being_replaced'
}

const isOver = (instant: Instant | null): boolean => instant !== null && Date.parse(instant) <= Date.now()
