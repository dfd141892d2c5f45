import type { Location, Point } from '@tocsin/contract/directory.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../scope.ts'

type LocationValues = Omit<Location, 'archived'>
type PointValues = Omit<Point, 'archived'>

export const insertLocation = (scope: OrganizationScope, { id, name, externalId }: LocationValues) =>
  scope.database
    .insertInto('locations')
    .values({ organization_id: scope.organizationId, id, name, external_id: externalId })
    .execute()

export const insertPoint = (scope: OrganizationScope, { id, locationId, name }: PointValues) =>
  scope.database
    .insertInto('points')
    .values({ organization_id: scope.organizationId, id, location_id: locationId, name })
    .execute()

/** Finds a Location and keeps it from changing until the transaction ends. */
export const lockLocation = (scope: OrganizationScope, id: Uuid) =>
  scope.database
    .selectFrom('locations')
    .select(['id', 'name', 'external_id as externalId', 'archived_at as archivedAt'])
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Finds a Point and keeps it from changing until the transaction ends. */
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
