import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../scope.ts'

export type Role = 'administrator' | 'member'

interface NewStaffUser {
  id: Uuid
  name: string
  email: string
  role: Role
  passwordHash: string | null
}

/** @returns false when another user of the Organization has this email. */
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

/** Finds somebody by the email they sign in with, whatever its case; not who is archived. */
export const findStaffByEmail = (scope: OrganizationScope, email: string) =>
  scope.database
    .selectFrom('users')
    .select(['id', 'name', 'role', 'password_hash as passwordHash'])
    .where('organization_id', '=', scope.organizationId)
    .where('kind', '=', 'staff')
    .where('archived_at', 'is', null)
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst()

/** Finds a member of staff and keeps them from changing until the transaction ends. */
export const lockStaffUser = (scope: OrganizationScope, id: Uuid) =>
  scope.database
    .selectFrom('users')
    .select(['id', 'name', 'archived_at as archivedAt'])
    .where('organization_id', '=', scope.organizationId)
    .where('kind', '=', 'staff')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const updatePasswordHash = (scope: OrganizationScope, id: Uuid, passwordHash: string) =>
  scope.database
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .execute()
