import { locationCreated } from '@tocsin/contract/events/location-events.ts'
import { pointCreated } from '@tocsin/contract/events/point-events.ts'
import { recordEvents } from '../events/record.ts'
import type { OrganizationScope } from '../scope.ts'
import { insertLocations, insertPoints, type LocationValues, type PointValues } from './location-queries.ts'

/** Stores new locations, and records an event for each of them. Call it in a transaction. */
export async function storeLocations(scope: OrganizationScope, locations: LocationValues[]): Promise<void> {
  await insertLocations(scope, locations)
  const events = locations.map(({ id, name, externalId }) => locationCreated({ locationId: id, name, externalId }))
  await recordEvents(scope, events)
}

/** Stores new points, and records an event for each of them. Call it in a transaction. */
export async function storePoints(scope: OrganizationScope, points: PointValues[]): Promise<void> {
  await insertPoints(scope, points)
  const events = points.map(({ id, locationId, name }) => pointCreated({ pointId: id, locationId, name }))
  await recordEvents(scope, events)
}
