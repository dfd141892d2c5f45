import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../scope.ts'

interface UsableIds {
  locations: Set<Uuid>
  /** Each with its Location. */
  points: Map<Uuid, Uuid>
  users: Set<Uuid>
}

/** Of some ids, those that name a Location, Point or user of the Organization which is not archived. */
export async function findUsableIds(scope: OrganizationScope, ids: Uuid[]): Promise<UsableIds> {
  const usable = <Table extends 'locations' | 'points' | 'users'>(table: Table) =>
    scope.database
      .selectFrom(table as 'locations')
      .select('id')
      .where('organization_id', '=', scope.organizationId)
      .where('id', 'in', ids)
      .where('archived_at', 'is', null)
  if (ids.length === 0) return { locations: new Set(), points: new Map(), users: new Set() }

  const locations = await usable('locations').execute()
  const points = await scope.database
    .selectFrom('points')
    .select(['id', 'location_id'])
    .where('organization_id', '=', scope.organizationId)
    .where('id', 'in', ids)
    .where('archived_at', 'is', null)
    .execute()
  const users = await usable('users').execute()
  return {
    locations: new Set(locations.map(({ id }) => id)),
    points: new Map(points.map(({ id, location_id }) => [id, location_id])),
    users: new Set(users.map(({ id }) => id)),
  }
}
