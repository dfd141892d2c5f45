import type { Uuid } from '@tocsin/contract/scalars.ts'
import { recordEvent } from '../events/record.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { forgetFailures } from './failure-queries.ts'
import { hashPassword } from './password.ts'
import { revokeSessions, updatePasswordHash } from './queries.ts'

interface SetPasswordOptions {
  /** The session that continues: the user's own, if they change their own password. */
  exceptSessionId?: Uuid
  /** The hash of the password that was just verified; if it is no longer the current one, nothing is changed. */
  replacing?: string
}

/**
 * Gives a member of staff a new password, ends their sessions and the lock after failed attempts.
 * @param password of a length that was checked.
 * @throws Problem `reference_not_found` when the Organization has no such member of staff, `current_password_wrong` when
 *   they have another password than the one to be replaced.
 */
export async function setPassword(
  scope: OrganizationScope,
  userId: Uuid,
  password: string,
  { exceptSessionId, replacing }: SetPasswordOptions = {},
): Promise<void> {
  const passwordHash = await hashPassword(password)
  await scope.transaction(async (inner) => {
    const email = await updatePasswordHash(inner, userId, passwordHash, replacing)
    if (!email && replacing !== undefined) throw new Problem('current_password_wrong')
    if (!email) throw new Problem('reference_not_found', { detail: `The organization has no user ${userId}.` })
    const endedSessions = await revokeSessions(inner, userId, { except: exceptSessionId })
    await forgetFailures(inner.database, email)
    await recordEvent(inner, {
      kind: 'user_password_set',
      subjectKind: 'user',
      subjectId: userId,
      changes: { endedSessions },
    })
  })
}
