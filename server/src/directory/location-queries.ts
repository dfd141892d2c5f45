import type { Location, Point } from '@tocsin/contract/api/directory.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { insertRows, type InsertedColumns } from '../database/insert-rows.ts'
import type { OrganizationScope } from '../scope.ts'

export type LocationValues = Omit<Location, 'archived'>
export type PointValues = Omit<Point, 'archived'>

const toLocationRow = ({ id, name, externalId }: LocationValues): InsertedColumns<'locations'> => ({
  id,
  name,
  external_id: externalId,
})

const toPointRow = ({ id, locationId, name }: PointValues): InsertedColumns<'points'> => ({
  id,
  location_id: locationId,
  name,
})

export const insertLocations = (scope: OrganizationScope, locations: LocationValues[]): Promise<void> =>
  insertRows(scope, 'locations', locations.map(toLocationRow))

export const insertPoints = (scope: OrganizationScope, points: PointValues[]): Promise<void> =>
  insertRows(scope, 'points', points.map(toPointRow))

/** Finds a location and locks it until the transaction ends. */
export const lockLocation = (scope: OrganizationScope, id: Uuid) =>
  scope.database
    .selectFrom('locations')
    .select(['id', 'name', 'external_id as externalId', 'archived_at as archivedAt'])
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Finds a point and locks it until the transaction ends. */
export const lockPoint = (scope: OrganizationScope, id: Uuid) =>
  scope.database
    .selectFrom('points')
    .select(['id', 'location_id as locationId', 'name', 'archived_at as archivedAt'])
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const updateLocation = (scope: OrganizationScope, location: LocationValues) =>
  scope.database
    .updateTable('locations')
    .set(toLocationRow(location))
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', location.id)
    .execute()

export const updatePointName = (scope: OrganizationScope, id: Uuid, name: string) =>
  scope.database
    .updateTable('points')
    .set({ name })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .execute()
