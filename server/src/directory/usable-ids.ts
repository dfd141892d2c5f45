import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../scope.ts'
import { findUsable, findUsablePoints } from './queries.ts'

export interface UsableIds {
  locations: Set<Uuid>
  /** Each with its Location. */
  points: Map<Uuid, Uuid>
  users: Set<Uuid>
}

/** Of some ids, those that name a Location, Point or user of the Organization which is not archived. */
export async function findUsableIds(scope: OrganizationScope, ids: Uuid[]): Promise<UsableIds> {
  const locations = await findUsable(scope, 'locations', ids)
  const points = await findUsablePoints(scope, ids)
  const users = await findUsable(scope, 'users', ids)
  return {
    locations: new Set(locations.map(({ id }) => id)),
    points: new Map(points.map(({ id, locationId }) => [id, locationId])),
    users: new Set(users.map(({ id }) => id)),
  }
}
