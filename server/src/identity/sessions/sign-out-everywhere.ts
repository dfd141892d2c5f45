import { userSignedOutEverywhere } from '@tocsin/contract/events/user-events.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { recordEvent } from '../../events/record.ts'
import type { OrganizationScope } from '../../scope.ts'
import { revokeSessions } from './queries.ts'

/** Ends every session of one user. Every server rejects the ended sessions within a second. */
export function signOutEverywhere(scope: OrganizationScope, userId: Uuid): Promise<void> {
  return scope.transaction(async (inner) => {
    const sessions = await revokeSessions(inner, userId)
    if (sessions > 0) await recordEvent(inner, userSignedOutEverywhere({ userId, sessions }))
  })
}
