import type { ChangePassword } from '@tocsin/contract/session.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { countAttempt } from './count-attempt.ts'
import { verifyPassword } from './password.ts'
import { findSignedIn } from './queries.ts'
import { setPassword } from './set-password.ts'

/**
 * Gives the scope's actor the password they chose, and ends their other sessions.
 * @throws Problem `current_password_wrong`; `sign_in_locked` after ten failures, which count as those at sign-in do.
 */
export async function changePassword(
  scope: OrganizationScope,
  sessionId: Uuid,
  { currentPassword, newPassword }: ChangePassword,
): Promise<void> {
  const { email, passwordHash } = await findSignedIn(scope)
  await countAttempt(scope.database, email)
  if (!passwordHash || !(await verifyPassword(currentPassword, passwordHash))) {
    throw new Problem('current_password_wrong')
  }
  // If an administrator has just replaced the password, knowing the old one is not enough.
  await setPassword(scope, scope.actorId, newPassword, { exceptSessionId: sessionId, replacing: passwordHash })
}
