import type { Location, Point } from '@tocsin/contract/directory.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../scope.ts'

type NewLocation = Omit<Location, 'archived'>
type NewPoint = Omit<Point, 'archived'>

export const insertLocation = (scope: OrganizationScope, { id, name, externalId }: NewLocation) =>
  scope.database
    .insertInto('locations')
    .values({ organization_id: scope.organizationId, id, name, external_id: externalId })
    .execute()

export const insertPoint = (scope: OrganizationScope, { id, locationId, name }: NewPoint) =>
  scope.database
    .insertInto('points')
    .values({ organization_id: scope.organizationId, id, location_id: locationId, name })
    .execute()

/** Finds a Location or Point and keeps it from changing until the transaction ends. */
export const lockEntry = (scope: OrganizationScope, table: 'locations' | 'points', id: Uuid) =>
  scope.database
    .selectFrom(table)
    .select(['id', 'name', 'archived_at as archivedAt'])
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const markArchived = (scope: OrganizationScope, table: 'locations' | 'points' | 'users', id: Uuid) =>
  scope.database
    .updateTable(table)
    .set({ archived_at: sql<string>`now()` })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .execute()
