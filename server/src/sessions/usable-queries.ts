import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../scope.ts'

/** Of some sessions, those that have neither ended nor expired, nor their user been archived. */
export const findUsableIds = (scope: OrganizationScope, ids: Uuid[]): Promise<{ id: Uuid }[]> =>
  scope.database
    .selectFrom('sessions as session')
    .innerJoin('users as holder', (join) =>
      join
        .onRef('holder.organization_id', '=', 'session.organization_id')
        .onRef('holder.id', '=', 'session.user_id')
        .on('holder.archived_at', 'is', null),
    )
    .select('session.id')
    .where('session.organization_id', '=', scope.organizationId)
    .where('session.id', '=', sql<Uuid>`any(${ids}::uuid[])`)
    .where('session.revoked_at', 'is', null)
    .where('session.expires_at', '>', sql<string>`now()`)
    .execute()
