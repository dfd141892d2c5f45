import { userSignedOut } from '@tocsin/contract/events/user-events.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { recordEvent } from '../../events/record.ts'
import type { OrganizationScope } from '../../scope.ts'
import { revokeSessions } from './queries.ts'

/** Ends one session of the acting user. Every server rejects the ended session within a second. */
export function signOut(scope: OrganizationScope, sessionId: Uuid): Promise<void> {
  return scope.transaction(async (inner) => {
    if ((await revokeSessions(inner, inner.actorId, { only: sessionId })) === 0) return
    await recordEvent(inner, userSignedOut({ userId: inner.actorId, sessionId }))
  })
}
