import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../scope.ts'

/** Ids of the given locations, points and users that exist in the organization and are not archived. */
export interface UsableReferences {
  locationIds: Set<Uuid>
  /** Location id of each usable point, keyed by the id of the point. */
  locationOfPoint: Map<Uuid, Uuid>
  userIds: Set<Uuid>
}

/** Finds out which of the ids belong to locations, points or users that exist and are not archived. */
export async function findUsableReferences(scope: OrganizationScope, ids: Uuid[]): Promise<UsableReferences> {
  const locations = await findUsable(scope, 'locations', ids)
  const points = await findUsablePoints(scope, ids)
  const users = await findUsable(scope, 'users', ids)
  return {
    locationIds: new Set(locations.map(({ id }) => id)),
    locationOfPoint: new Map(points.map(({ id, locationId }) => [id, locationId])),
    userIds: new Set(users.map(({ id }) => id)),
  }
}

const findUsable = (scope: OrganizationScope, table: 'locations' | 'users', ids: Uuid[]) =>
  scope.database
    .selectFrom(table)
    .select('id')
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', sql<Uuid>`any(${ids}::uuid[])`)
    .where('archived_at', 'is', null)
    .execute()

const findUsablePoints = (scope: OrganizationScope, ids: Uuid[]) =>
  scope.database
    .selectFrom('points')
    .select(['id', 'location_id as locationId'])
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', sql<Uuid>`any(${ids}::uuid[])`)
    .where('archived_at', 'is', null)
    .execute()
