import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../scope.ts'

export interface KnownLocation {
  id: Uuid
  name: string
  externalId: string | null
  archived: boolean
}

export interface KnownPoint {
  locationId: Uuid
  name: string
  archived: boolean
}

export async function findNamedLocations(
  scope: OrganizationScope,
  names: string[],
  externalIds: string[],
): Promise<KnownLocation[]> {
  const { rows } = await sql<KnownLocation>`
    select id, name, external_id as "externalId", archived_at is not null as archived from locations
    where organization_id = ${scope.organizationId}
      and (name = any(${names}::text[]) or external_id = any(${externalIds}::text[]))`.execute(scope.database)
  return rows
}

/** Those in use first, because a name may have been given again after its Point was archived. */
export async function findNamedPoints(
  scope: OrganizationScope,
  locationIds: Uuid[],
  names: string[],
): Promise<KnownPoint[]> {
  const { rows } = await sql<KnownPoint>`
    select location_id as "locationId", name, archived_at is not null as archived from points
    where organization_id = ${scope.organizationId}
      and location_id = any(${locationIds}::uuid[]) and name = any(${names}::text[])
    order by archived_at is not null`.execute(scope.database)
  return rows
}
