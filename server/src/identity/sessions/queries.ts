import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { Database } from '../../database/open.ts'
import type { OrganizationScope } from '../../scope.ts'

/** User who has the email that a visitor signs in with. */
export interface EmailHolder {
  id: Uuid
  passwordHash: string | null
  organizationId: Uuid
  organizationName: string
}

/** Finds the users with an email, in every organization or in one. Takes no scope: signing in decides the scope. */
export async function findHoldersOfEmail(
  database: Database,
  email: string,
  organizationId: Uuid | undefined,
): Promise<{ foldedEmail: string; holders: EmailHolder[] }> {
  const { rows } = await sql<{ foldedEmail: string } & (EmailHolder | { id: null })>`
    select
      wanted.email as "foldedEmail", holder.id, holder.password_hash as "passwordHash",
      organization.id as "organizationId", organization.name as "organizationName"
    from (select lower(${email}) as email) as wanted
    left join (users as holder join organizations as organization on organization.id = holder.organization_id) on
      lower(holder.email) = wanted.email and holder.kind = 'staff' and holder.archived_at is null
      and holder.organization_id = coalesce(${organizationId ?? null}::uuid, holder.organization_id)
    order by organization.name, organization.id`.execute(database)
  return { foldedEmail: rows[0]!.foldedEmail, holders: rows.filter((row) => row.id !== null) }
}

/** Expiry of a session: 12 hours after its last use, but at most 30 days after it was opened. */
const expiry = (createdAt: 'now()' | 'created_at') =>
  sql<string>`least(now() + interval '12 hours', ${sql.raw(createdAt)} + interval '30 days')`

interface NewSession {
  id: Uuid
  tokenSha256: Buffer
  userAgent: string | null
}

/** Inserts a session of the scope's actor. */
export const insertSession = (scope: OrganizationScope, { id, tokenSha256, userAgent }: NewSession) =>
  scope.database
    .insertInto('sessions')
    .values({
      organization_id: scope.organizationId,
      id,
      user_id: scope.actorId,
      token_sha256: tokenSha256,
      user_agent: userAgent,
      expires_at: expiry('now()'),
    })
    .execute()

/** Updates `last_seen_at` and the expiry, at most once a minute across all processes. */
export const touchSession = (scope: OrganizationScope, id: Uuid) =>
  scope.database
    .updateTable('sessions')
    .set({ last_seen_at: sql<string>`now()`, expires_at: expiry('created_at') })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .where('last_seen_at', '<', sql<string>`now() - interval '1 minute'`)
    .execute()

/** Ends open sessions of one user: one, all, or all but one. @returns the number of ended sessions. */
export async function revokeSessions(
  scope: OrganizationScope,
  userId: Uuid,
  { only, except }: { only?: Uuid; except?: Uuid | undefined } = {},
): Promise<number> {
  const { numUpdatedRows } = await scope.database
    .updateTable('sessions')
    .set({ revoked_at: sql<string>`now()` })
    .where('organization_id', '=', scope.organizationId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(only !== undefined, (query) => query.where('id', '=', only!))
    .$if(except !== undefined, (query) => query.where('id', '<>', except!))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Deletes the actor's sessions that expired more than 30 days ago. */
export const deleteStaleSessions = (scope: OrganizationScope) =>
  scope.database
    .deleteFrom('sessions')
    .where('organization_id', '=', scope.organizationId)
    .where('user_id', '=', scope.actorId)
    .where('expires_at', '<', sql<string>`now() - interval '30 days'`)
    .execute()

/** Finds the scope's actor and their organization. */
export const findSignedIn = (scope: OrganizationScope) =>
  scope.database
    .selectFrom('users as holder')
    .innerJoin('organizations as organization', 'organization.id', 'holder.organization_id')
    .select([
      'holder.id',
      'holder.name',
      sql<string>`holder.email`.as('email'),
      'holder.role',
      'holder.password_hash as passwordHash',
      'organization.id as organizationId',
      'organization.name as organizationName',
    ])
    .where('holder.organization_id', '=', scope.organizationId)
    .where('holder.id', '=', scope.actorId)
    .executeTakeFirstOrThrow()

/**
 * Locks the actor until the transaction ends, so that they cannot be archived and their password cannot change.
 * @returns false when either has happened since the password was verified.
 */
export async function lockUnchanged(scope: OrganizationScope, passwordHash: string): Promise<boolean> {
  const holder = await scope.database
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', scope.actorId)
    .where('password_hash', '=', passwordHash)
    .where('archived_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return holder !== undefined
}

/** Finds the name and email of a member of staff. */
export const findIdentity = (scope: OrganizationScope, userId: Uuid) =>
  scope.database
    .selectFrom('users')
    .select(['name', sql<string>`email`.as('email')])
    .where('organization_id', '=', scope.organizationId)
    .where('kind', '=', 'staff')
    .where('id', '=', userId)
    .executeTakeFirst()

/**
 * Stores the hash of a new password.
 * @param replacing hash that must be the current one; undefined for any.
 * @returns false when there is no such member of staff, or their current hash is another.
 */
export async function updatePasswordHash(
  scope: OrganizationScope,
  userId: Uuid,
  passwordHash: string,
  replacing: string | undefined,
): Promise<boolean> {
  const { numUpdatedRows } = await scope.database
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('organization_id', '=', scope.organizationId)
    .where('kind', '=', 'staff')
    .where('id', '=', userId)
    .$if(replacing !== undefined, (query) => query.where('password_hash', '=', replacing!))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
