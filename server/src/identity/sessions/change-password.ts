import type { ChangePassword } from '@tocsin/contract/console/session.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { countAttempt } from './failures/count-attempt.ts'
import { forgetFailures } from './failures/queries.ts'
import { sessionSubject } from './failures/subject.ts'
import { verifyPassword } from '../password/hash.ts'
import { findSignedIn } from './queries.ts'
import { setPassword } from './set-password.ts'

/**
 * Changes the password of the acting user and ends their other sessions.
 * @throws Problem `current_password_wrong`. Problem `sign_in_locked` after ten wrong passwords in this session. Failed
 *   sign-in attempts do not count here. Otherwise, an attacker could stop a signed-in user from changing the password.
 */
export async function changePassword(
  scope: OrganizationScope,
  sessionId: Uuid,
  { currentPassword, newPassword }: ChangePassword,
): Promise<void> {
  const subject = sessionSubject(sessionId)
  const passwordHash = await scope.service.passwords.run({ isKnown: true, key: scope.actorId }, async () => {
    const { passwordHash: current } = await findSignedIn(scope)
    await countAttempt(scope.database, [{ subject }])
    return current && (await verifyPassword(currentPassword, current)) ? current : undefined
  })
  if (!passwordHash) throw new Problem('current_password_wrong')
  await forgetFailures(scope.database, [subject])
  // Fail if an administrator has set another password since the current password was checked.
  await setPassword(scope, scope.actorId, newPassword, {
    exceptSessionId: sessionId,
    replacing: passwordHash,
    pointer: '/newPassword',
  })
}
