import type { Role } from '@tocsin/contract/console/session.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { Database } from '../../database/open.ts'

/** Open session of a user who is not archived. */
export interface UsableSession {
  id: Uuid
  organizationId: Uuid
  userId: Uuid
  role: Role
}

/** Selects sessions that have neither ended nor expired, and whose user is not archived. */
const usable = (database: Database) =>
  database
    .selectFrom('sessions as session')
    .innerJoin('users as holder', (join) =>
      join
        .onRef('holder.organization_id', '=', 'session.organization_id')
        .onRef('holder.id', '=', 'session.user_id')
        .on('holder.kind', '=', 'staff')
        .on('holder.archived_at', 'is', null),
    )
    .where('session.revoked_at', 'is', null)
    .where('session.expires_at', '>', sql<string>`now()`)

/**
 * Finds an open session by the hash of its token. Takes no organization scope, because the scope is made from the
 * session.
 * @param organizationId organization to search; undefined searches every organization.
 */
export const findUsableSession = (
  database: Database,
  tokenSha256: Buffer,
  organizationId: Uuid | undefined,
): Promise<UsableSession | undefined> =>
  usable(database)
    .select(['session.id', 'session.organization_id as organizationId', 'holder.id as userId', 'holder.role'])
    .where('session.token_sha256', '=', tokenSha256)
    .$if(organizationId !== undefined, (query) => query.where('session.organization_id', '=', organizationId!))
    .executeTakeFirst()

/**
 * Finds the open sessions among the given ones, which may belong to several organizations, and therefore to no single
 * scope.
 * @returns the role of the user of each open session, keyed by the id of the session.
 */
export async function findUsableRoles(
  database: Database,
  sessions: { id: Uuid; organizationId: Uuid }[],
): Promise<Map<Uuid, Role>> {
  const [organizationIds, ids] = [sessions.map(({ organizationId }) => organizationId), sessions.map(({ id }) => id)]
  const open = await usable(database)
    .select(['session.id', 'holder.role'])
    .where(
      sql<boolean>`(session.organization_id, session.id) in (
        select * from unnest(${organizationIds}::uuid[], ${ids}::uuid[])
      )`,
    )
    .execute()
  return new Map(open.map(({ id, role }) => [id, role]))
}
