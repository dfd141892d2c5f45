import type { Location, Point } from '@tocsin/contract/api/directory.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import { withCustomPlan } from '../../database/prepare.ts'
import type { OrganizationScope } from '../../scope.ts'
import { locations, type LocationRow } from '../list.ts'

export type NamedPoint = Omit<Point, 'id'>

/**
 * Finds locations by name or external id. With a custom plan, PostgreSQL hashes the texts. A generic plan would compare
 * each text with each location.
 */
export async function findNamedLocations(
  scope: OrganizationScope,
  names: string[],
  externalIds: string[],
): Promise<Location[]> {
  const { rows } = await sql<LocationRow>`${sql.raw(withCustomPlan)}
    select ${sql.join(locations.columns)} from locations
    where organization_id = ${scope.organizationId}
      and (name = any(${names}::text[]) or external_id = any(${externalIds}::text[]))`.execute(scope.database)
  return rows.map(locations.toItem)
}

/** Finds points by name. Points that are not archived come first, because an archived point can have the same name. */
export async function findNamedPoints(
  scope: OrganizationScope,
  locationIds: Uuid[],
  names: string[],
): Promise<NamedPoint[]> {
  const { rows } = await sql<NamedPoint>`${sql.raw(withCustomPlan)}
    select location_id as "locationId", name, archived_at is not null as archived from points
    where organization_id = ${scope.organizationId}
      and location_id = any(${locationIds}::uuid[]) and name = any(${names}::text[])
    order by archived_at is not null`.execute(scope.database)
  return rows
}
