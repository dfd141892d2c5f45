import type { AddUser } from '@tocsin/contract/console/directory-administration.ts'
import { userCreated } from '@tocsin/contract/events/user-events.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { newId } from '../../database/new-id.ts'
import { recordEvent } from '../../events/record.ts'
import type { OrganizationScope } from '../../scope.ts'
import { rejectObviousPassword } from '../../identity/password/reject-obvious.ts'
import { emailTaken } from './email-taken.ts'
import { insertStaffUser, type NewStaffUser } from './queries.ts'

/**
 * Adds a member of staff. Call this function outside transactions, because hashing a password can wait for
 * seconds.
 * @returns the id of the new user.
 * @throws Problem `email_taken` when another user of the organization has the same e-mail address, regardless of case.
 *   Problem `invalid_request` for a password that is easy to guess.
 */
export async function addUser(scope: OrganizationScope, { password, ...user }: AddUser): Promise<Uuid> {
  if (password !== undefined) rejectObviousPassword(password, user, '/password')
  const passwordHash = password === undefined ? null : await scope.service.passwords.hash(scope, password)
  return storeUser(scope, { ...user, passwordHash })
}

/**
 * Stores a new member of staff whose password was checked and hashed.
 * @throws Problem `email_taken` when another user of the organization has the same e-mail address.
 */
export async function storeUser(scope: OrganizationScope, user: Omit<NewStaffUser, 'id'>): Promise<Uuid> {
  const id = newId()
  const { name, email, role } = user
  await scope.transaction(async (inner) => {
    if (!(await insertStaffUser(inner, { ...user, id }))) throw emailTaken(email)
    await recordEvent(inner, userCreated({ userId: id, name, email, role }))
  })
  return id
}
