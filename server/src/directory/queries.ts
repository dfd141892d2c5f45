import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../scope.ts'

/** Of some ids, those of Locations or users that are not archived. */
export const findUsable = (scope: OrganizationScope, table: 'locations' | 'users', ids: Uuid[]) =>
  scope.database
    .selectFrom(table)
    .select('id')
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', sql<Uuid>`any(${ids}::uuid[])`)
    .where('archived_at', 'is', null)
    .execute()

/** Of some ids, those of Points that are not archived, each with its Location. */
export const findUsablePoints = (scope: OrganizationScope, ids: Uuid[]) =>
  scope.database
    .selectFrom('points')
    .select(['id', 'location_id as locationId'])
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', sql<Uuid>`any(${ids}::uuid[])`)
    .where('archived_at', 'is', null)
    .execute()

/** Takes out of use, or back into it. */
export const markArchived = (
  scope: OrganizationScope,
  table: 'locations' | 'points' | 'users',
  id: Uuid,
  archived: boolean,
) =>
  scope.database
    .updateTable(table)
    .set({ archived_at: archived ? sql<string>`now()` : null })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .execute()
