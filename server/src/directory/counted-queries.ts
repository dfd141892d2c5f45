import type {
  CountedLocation,
  CountedPoint,
  CountedStaffUser,
} from '@tocsin/contract/console/directory-administration.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Role } from '@tocsin/contract/console/session.ts'
import { sql } from 'kysely'
import { readPage, type Page, type PagedTable } from '../database/paging/keyset.ts'
import type { OrganizationScope } from '../scope.ts'
import {
  filterCondition,
  locations,
  points,
  sorts,
  type DirectoryListQuery,
  type EntryRow,
  type LocationRow,
  type PointListQuery,
  type SortName,
} from './list.ts'

// PostgreSQL counts after it has filtered, sorted and limited the rows, so it counts only for the rows of one page.

type CountedRow = EntryRow & { incident_count: number }

const incidentCount = (
  { organizationId }: OrganizationScope,
  table: 'locations' | 'points' | 'users',
  reference: 'location_id' | 'point_id' | 'assignee_id',
) => sql`(
  select count(*) from incidents as incident
  where incident.organization_id = ${organizationId}
    and ${sql.ref(`incident.${reference}`)} = ${sql.ref(`${table}.id`)} and incident.deleted_at is null
) as incident_count`

const pointCount = ({ organizationId }: OrganizationScope) => sql`(
  select count(*) from points
  where points.organization_id = ${organizationId} and points.location_id = locations.id
    and points.archived_at is null
) as point_count`

const countedLocations = (
  scope: OrganizationScope,
): PagedTable<SortName, CountedRow & LocationRow & { point_count: number }, CountedLocation> => ({
  ...locations,
  columns: [...locations.columns, pointCount(scope), incidentCount(scope, 'locations', 'location_id')],
  toItem: (row) => ({ ...locations.toItem(row), pointCount: row.point_count, incidentCount: row.incident_count }),
})

const countedPoints = (
  scope: OrganizationScope,
): PagedTable<SortName, CountedRow & { location_id: Uuid }, CountedPoint> => ({
  ...points,
  columns: [...points.columns, incidentCount(scope, 'points', 'point_id')],
  toItem: (row) => ({ ...points.toItem(row), incidentCount: row.incident_count }),
})

type StaffRow = CountedRow & { email: string; role: Role; can_sign_in: boolean }

const staff = (scope: OrganizationScope): PagedTable<SortName, StaffRow, CountedStaffUser> => ({
  table: 'users',
  columns: [
    sql`id`,
    sql`name`,
    sql`email`,
    sql`role`,
    sql`password_hash is not null as can_sign_in`,
    sql`archived_at`,
    incidentCount(scope, 'users', 'assignee_id'),
  ],
  sorts,
  toItem: (row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    archived: row.archived_at !== null,
    canSignIn: row.can_sign_in,
    incidentCount: row.incident_count,
  }),
})

/**
 * Reads one page of the organization's locations, including archived ones. Each location has the number of its points
 * and of its incidents.
 */
export const listCountedLocations = (
  scope: OrganizationScope,
  query: DirectoryListQuery,
): Promise<Page<CountedLocation>> => readPage(scope, countedLocations(scope), query, query.filters.map(filterCondition))

/** Reads one page of the organization's points, including archived ones. Each point has the number of its incidents. */
export const listCountedPoints = (scope: OrganizationScope, query: PointListQuery): Promise<Page<CountedPoint>> =>
  readPage(scope, countedPoints(scope), query, query.filters.map(filterCondition))

/**
 * Reads one page of the organization's staff, including archived users but not the system users. Each user has the
 * number of incidents assigned to them.
 */
export const listStaff = (scope: OrganizationScope, query: DirectoryListQuery): Promise<Page<CountedStaffUser>> =>
  readPage(scope, staff(scope), query, [sql`kind = 'staff'`, ...query.filters.map(filterCondition)])
