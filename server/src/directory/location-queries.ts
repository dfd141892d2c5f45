import type { Location, Point } from '@tocsin/contract/api/directory.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../scope.ts'

// The two inserts pass all rows in one JSON parameter, so that the SQL text is the same for any number of rows.

export type LocationValues = Omit<Location, 'archived'>
export type PointValues = Omit<Point, 'archived'>

export async function insertLocations(scope: OrganizationScope, locations: LocationValues[]): Promise<void> {
  await sql`
    insert into locations (organization_id, id, name, external_id)
    select ${scope.organizationId}::uuid, id, name, "externalId"
    from json_to_recordset(${JSON.stringify(locations)}) as location (id uuid, name text, "externalId" text)`.execute(
    scope.database,
  )
}

export async function insertPoints(scope: OrganizationScope, points: PointValues[]): Promise<void> {
  await sql`
    insert into points (organization_id, id, location_id, name)
    select ${scope.organizationId}::uuid, id, "locationId", name
    from json_to_recordset(${JSON.stringify(points)}) as point (id uuid, "locationId" uuid, name text)`.execute(
    scope.database,
  )
}

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

export const updateLocation = (scope: OrganizationScope, { id, name, externalId }: LocationValues) =>
  scope.database
    .updateTable('locations')
    .set({ name, external_id: externalId })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .execute()

export const updatePointName = (scope: OrganizationScope, id: Uuid, name: string) =>
  scope.database
    .updateTable('points')
    .set({ name })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .execute()
