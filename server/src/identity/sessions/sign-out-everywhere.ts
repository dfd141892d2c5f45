import type { Uuid } from '@tocsin/contract/scalars.ts'
import { recordEvent } from '../../events/record.ts'
import type { OrganizationScope } from '../../scope.ts'
import { revokeSessions } from './queries.ts'

/** Ends every session of one user. Every server rejects the ended sessions within a second. */
export function signOutEverywhere(scope: OrganizationScope, userId: Uuid): Promise<void> {
  return scope.transaction(async (inner) => {
    const sessions = await revokeSessions(inner, userId)
    if (sessions === 0) return
    await recordEvent(inner, {
      kind: 'user_signed_out_everywhere',
      subjectKind: 'user',
      subjectId: userId,
      changes: { sessions },
    })
  })
}
