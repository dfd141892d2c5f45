import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Role } from '@tocsin/contract/console/session.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../../scope.ts'

export interface NewStaffUser {
  id: Uuid
  name: string
  email: string
  role: Role
  passwordHash: string | null
}

/**
 * Inserts a member of staff.
 * @returns false when another user of the organization has this e-mail address.
 */
export async function insertStaffUser(scope: OrganizationScope, user: NewStaffUser): Promise<boolean> {
  const row = await scope.database
    .insertInto('users')
    .values({
      organization_id: scope.organizationId,
      id: user.id,
      kind: 'staff',
      name: user.name,
      email: user.email,
      role: user.role,
      password_hash: user.passwordHash,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Finds the member of staff with an e-mail address, regardless of case. Ignores archived users. */
export const findStaffByEmail = (scope: OrganizationScope, email: string) =>
  scope.database
    .selectFrom('users')
    .select(['id', 'password_hash as passwordHash'])
    .where('organization_id', '=', scope.organizationId)
    .where('kind', '=', 'staff')
    .where('archived_at', 'is', null)
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst()

const canSignIn = sql<boolean>`password_hash is not null`.as('canSignIn')

/** Finds a member of staff and locks the user's row until the transaction ends. */
export const lockStaffUser = (scope: OrganizationScope, id: Uuid) =>
  scope.database
    .selectFrom('users')
    .select(['id', 'name', sql<string>`email`.as('email'), 'role', 'archived_at as archivedAt', canSignIn])
    .where('organization_id', '=', scope.organizationId)
    .where('kind', '=', 'staff')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Finds the administrators that are not archived, and locks their rows until the transaction ends. */
export const lockAdministrators = (scope: OrganizationScope) =>
  scope.database
    .selectFrom('users')
    .select(['id', canSignIn])
    .where('organization_id', '=', scope.organizationId)
    .where('kind', '=', 'staff')
    .where('role', '=', 'administrator')
    .where('archived_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

export const updateStaffUser = (
  scope: OrganizationScope,
  { id, name, email, role }: Omit<NewStaffUser, 'passwordHash'>,
) =>
  scope.database
    .updateTable('users')
    .set({ name, email, role })
    .where('organization_id', '=', scope.organizationId)
    .where('kind', '=', 'staff')
    .where('id', '=', id)
    .execute()

/**
 * Finds all users of the organization, ordered by name, with e-mail address and role. Includes the two system users.
 */
export const findAccounts = (scope: OrganizationScope) =>
  scope.database
    .selectFrom('users')
    .select(['id', 'name', 'email', 'kind'])
    .select((is) => [
      is.case().when('kind', '=', 'staff').then(is.ref('role')).end().as('role'),
      is('archived_at', 'is not', null).as('archived'),
    ])
    .where('organization_id', '=', scope.organizationId)
    .orderBy(sql`name collate "C"`)
    .orderBy('id')
    .execute()
