import type { Role } from '@tocsin/contract/console/session.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { Database } from '../../database/open.ts'
import type { OrganizationScope } from '../../scope.ts'

/** A session that may be used now, and who is signed in with it. */
export interface UsableSession {
  id: Uuid
  organizationId: Uuid
  userId: Uuid
  role: Role
}

/** Sessions that have neither ended nor expired, nor their user been archived. */
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

/** Without an OrganizationScope, as it is what makes one. */
export const findUsableSession = (database: Database, tokenSha256: Buffer): Promise<UsableSession | undefined> =>
  usable(database)
    .select(['session.id', 'session.organization_id as organizationId', 'holder.id as userId', 'holder.role'])
    .where('session.token_sha256', '=', tokenSha256)
    .executeTakeFirst()

/** Of some sessions of the organization, those that may still be used, and as what. */
export const findUsableRoles = (scope: OrganizationScope, ids: Uuid[]): Promise<Pick<UsableSession, 'id' | 'role'>[]> =>
  usable(scope.database)
    .select(['session.id', 'holder.role'])
    .where('session.organization_id', '=', scope.organizationId)
    .where('session.id', '=', sql<Uuid>`any(${ids}::uuid[])`)
    .execute()
