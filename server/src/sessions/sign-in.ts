import type { SignIn } from '@tocsin/contract/session.ts'
import type { Database } from '../database/open.ts'
import { Problem } from '../problem.ts'
import { OrganizationScope } from '../scope.ts'
import { countAttempt } from './count-attempt.ts'
import { deleteStaleFailures, forgetFailures } from './failure-queries.ts'
import { openSession, type OpenedSession } from './open.ts'
import { nobodysHash, verifyPassword } from './password.ts'
import { findHoldersOfEmail, holdUnchanged } from './queries.ts'

/**
 * Opens a session for the user with the email and the password, in the Organization that is named or the only one.
 * @throws Problem `sign_in_failed` alike for an unknown email, a wrong password and a user without one;
 *   `sign_in_locked` after ten failures; `organization_ambiguous` when they are right in several Organizations.
 */
export async function signIn(
  database: Database,
  { email, password, organizationId }: SignIn,
  userAgent: string | undefined,
): Promise<OpenedSession> {
  await countAttempt(database, email)
  await deleteStaleFailures(database)
  const holders = await findHoldersOfEmail(database, email, organizationId)
  const [holder, ...others] = await whoseItIs(holders, password)
  if (!holder) throw new Problem('sign_in_failed')

  await forgetFailures(database, email)
  if (others.length > 0) {
    const organizations = [holder, ...others].map((one) => ({ id: one.organizationId, name: one.organizationName }))
    throw new Problem('organization_ambiguous', { organizations })
  }
  const scope = new OrganizationScope(holder.organizationId, holder.id, database)
  return scope.transaction(async (inner) => {
    if (!(await holdUnchanged(inner, holder.passwordHash!))) throw new Problem('sign_in_failed')
    return openSession(inner, userAgent)
  })
}

/**
 * Verifies at least once, so that the time reveals little about who has the address. One after the other: somebody with
 * a login in a hundred Organizations must not take the turns of everybody else.
 */
async function whoseItIs<Holder extends { passwordHash: string | null }>(
  holders: Holder[],
  password: string,
): Promise<Holder[]> {
  if (holders.length === 0) await verifyPassword(password, nobodysHash)
  const right: Holder[] = []
  for (const holder of holders) {
    if (await verifyPassword(password, holder.passwordHash ?? nobodysHash)) right.push(holder)
  }
  return right
}
