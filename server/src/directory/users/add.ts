import type { AddUser } from '@tocsin/contract/console/directory-administration.ts'
import { userCreated } from '@tocsin/contract/events/user-events.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { newId } from '../../database/new-id.ts'
import { recordEvent } from '../../events/record.ts'
import type { OrganizationScope } from '../../scope.ts'
import { hashPassword, type HashPassword } from '../../identity/password/hash.ts'
import { rejectObviousPassword } from '../../identity/password/reject-obvious.ts'
import { emailTaken } from './email-taken.ts'
import { insertStaffUser } from './queries.ts'

/**
 * Adds a member of staff.
 * @param hash hashes the password. A server passes a function that waits in the password queue.
 * @returns the id of the new user.
 * @throws Problem `email_taken` when another user of the organization has the same e-mail address, regardless of case.
 *   Problem `invalid_request` for a password that is easy to guess.
 */
export async function addUser(
  scope: OrganizationScope,
  { name, email, role, password }: AddUser,
  hash: HashPassword = hashPassword,
): Promise<Uuid> {
  const id = newId()
  if (password !== undefined) rejectObviousPassword(password, { name, email }, '/password')
  const passwordHash = password === undefined ? null : await hash(password)
  await scope.transaction(async (inner) => {
    if (!(await insertStaffUser(inner, { id, name, email, role, passwordHash }))) throw emailTaken(email)
    await recordEvent(inner, userCreated({ userId: id, name, email, role }))
  })
  return id
}
