import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { Database } from '../../database/open.ts'
import type { OrganizationScope } from '../../scope.ts'

/** User who has the e-mail address with which a visitor signs in. */
export interface EmailHolder {
  id: Uuid
  passwordHash: string | null
  organizationId: Uuid
  organizationName: string
}

/**
 * Finds the users with an e-mail address. Takes no organization scope, because the organization is known only after
 * signing in.
 * @param organizationId organization to search; undefined searches every organization.
 * @returns `foldedEmail`, the e-mail address in lower case, and the users who have it.
 */
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

/**
 * Expiry of a session that is being used: 12 hours from now, but at most 30 days after the session was opened. The 30
 * days are added to a time in UTC, because a cluster rejects an UPDATE that adds an interval to a `timestamptz` column.
 */
const expiry = (createdAt: 'now()' | 'created_at') =>
  sql<string>`least(
    now() + interval '12 hours', (${sql.raw(createdAt)} at time zone 'UTC' + interval '30 days') at time zone 'UTC'
  )`

interface NewSession {
  id: Uuid
  tokenSha256: Buffer
  userAgent: string | null
}

/** Inserts a session of the acting user. */
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

/** Sets `last_seen_at` and the expiry of a session, unless a process has set them within the last minute. */
export const touchSession = (scope: OrganizationScope, id: Uuid) =>
  scope.database
    .updateTable('sessions')
    .set({ last_seen_at: sql<string>`now()`, expires_at: expiry('created_at') })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .where('last_seen_at', '<', sql<string>`now() - interval '1 minute'`)
    .execute()

/**
 * Ends open sessions of one user. Without `only` and `except`, ends all of them.
 * @param options.only id of the single session to end.
 * @param options.except id of the session that stays open.
 * @returns the number of ended sessions.
 */
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

/** Deletes the acting user's sessions that expired more than 30 days ago. */
export const deleteStaleSessions = (scope: OrganizationScope) =>
  scope.database
    .deleteFrom('sessions')
    .where('organization_id', '=', scope.organizationId)
    .where('user_id', '=', scope.actorId)
    .where('expires_at', '<', sql<string>`now() - interval '30 days'`)
    .execute()

/** Finds the acting user. */
export const findSignedIn = (scope: OrganizationScope) =>
  scope.database
    .selectFrom('users')
    .select(['id', 'name', sql<string>`email`.as('email'), 'role', 'password_hash as passwordHash'])
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', scope.actorId)
    .executeTakeFirstOrThrow()

/**
 * Locks the row of the acting user until the transaction ends. Nobody can archive the user or change their password
 * meanwhile.
 * @param passwordHash hash against which the password was verified.
 * @returns false, without a lock, if the user was archived or the password was changed after the verification.
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

/** Finds the name and e-mail address of a member of staff. */
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
 * @param replacing hash that the stored hash must equal; undefined to replace any hash.
 * @returns false when the organization has no such member of staff, or when the stored hash is not `replacing`.
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
