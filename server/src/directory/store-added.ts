import { recordEvents } from '../events/record.ts'
import type { OrganizationScope } from '../scope.ts'
import { insertLocations, insertPoints, type LocationValues, type PointValues } from './location-queries.ts'

/** Stores new locations, and records an event for each of them. Call it in a transaction. */
export async function storeLocations(scope: OrganizationScope, locations: LocationValues[]): Promise<void> {
  await insertLocations(scope, locations)
  const events = locations.map(({ id, ...changes }) => {
    return { kind: 'location_added', subjectKind: 'location', subjectId: id, changes } as const
  })
  await recordEvents(scope, events)
}

/** Stores new points, and records an event for each of them. Call it in a transaction. */
export async function storePoints(scope: OrganizationScope, points: PointValues[]): Promise<void> {
  await insertPoints(scope, points)
  const events = points.map(({ id, ...changes }) => {
    return { kind: 'point_added', subjectKind: 'point', subjectId: id, changes } as const
  })
  await recordEvents(scope, events)
}
