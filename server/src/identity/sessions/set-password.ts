import { userPasswordSet } from '@tocsin/contract/events/user-events.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { recordEvent } from '../../events/record.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { forgetFailures } from './failures/queries.ts'
import { userSubject } from './failures/subject.ts'
import { findIdentity, revokeSessions, updatePasswordHash } from './queries.ts'
import { rejectObviousPassword } from '../password/reject-obvious.ts'

interface SetPasswordOptions {
  /** Session that stays open when a user changes their own password. */
  exceptSessionId?: Uuid
  /**
   * Hash against which the current password was verified. Nothing changes if another hash has been stored meanwhile.
   */
  replacing?: string
  /** JSON Pointer of the new password in the body. */
  pointer?: string
}

/**
 * Sets a new password for a member of staff. Ends the user's sessions, and the lock after failed sign-in attempts. Call
 * this function outside transactions, because hashing a password can wait for seconds.
 * @param password new password, whose length the caller has checked.
 * @throws Problem `reference_not_found` when the organization has no such member of staff. Problem
 *   `current_password_wrong` when the stored hash is not `replacing`. Problem `invalid_request` for an obvious
 *   password.
 */
export async function setPassword(
  scope: OrganizationScope,
  userId: Uuid,
  password: string,
  { exceptSessionId, replacing, pointer = '/password' }: SetPasswordOptions = {},
): Promise<void> {
  const identity = await findIdentity(scope, userId)
  if (!identity) throw userNotFound(userId)
  rejectObviousPassword(password, identity, pointer)
  const passwordHash = await scope.service.passwords.hash(scope, password)
  await scope.transaction(async (inner) => {
    if (!(await updatePasswordHash(inner, userId, passwordHash, replacing))) {
      throw replacing === undefined ? userNotFound(userId) : new Problem('current_password_wrong')
    }
    const endedSessions = await revokeSessions(inner, userId, { except: exceptSessionId })
    await forgetFailures(inner.database, [userSubject(userId)])
    await recordEvent(inner, userPasswordSet({ userId, endedSessions }))
  })
}

const userNotFound = (userId: Uuid): Problem =>
  new Problem('reference_not_found', { detail: `The organization has no user ${userId}.` })
