import type { Location, Point, User, userKinds } from '@tocsin/contract/api/directory.ts'
import type { Instant, Uuid } from '@tocsin/contract/scalars.ts'
import { sql, type RawBuilder } from 'kysely'
import { containsPattern, isOneOf } from '../database/paging/conditions.ts'
import { readPage, type Page, type PagedTable } from '../database/paging/keyset.ts'
import type { FilterKind } from '../http/lists/list-filter.ts'
import type { ListQuery, ListShape } from '../http/lists/list-query.ts'
import type { OrganizationScope } from '../scope.ts'

export type SortName = 'id' | 'name'
type FilterName = 'q' | 'archived'
type PointFilterName = FilterName | 'id' | 'locationId'

const filters: Record<FilterName, FilterKind> = {
  q: { reads: 'substring' },
  archived: { reads: 'oneOf', values: ['true', 'false'] },
}

/** Sort fields and filters that every list of locations, points or users has. */
export const directoryListShape: ListShape<SortName, FilterName> = {
  sorts: { id: 'uuid', name: 'text' },
  filters,
  defaultSort: [{ name: 'name', isDescending: false }],
}

export const pointListShape: ListShape<SortName, PointFilterName> = {
  ...directoryListShape,
  filters: { ...filters, id: { reads: 'uuid' }, locationId: { reads: 'uuid' } },
}

export type DirectoryListQuery = ListQuery<SortName, FilterName>
export type PointListQuery = ListQuery<SortName, PointFilterName>

export interface EntryRow {
  id: Uuid
  name: string
  archived_at: Instant | null
}

/**
 * Sort fields of the lists of locations, points and users. Names are sorted by their bytes, like the names of
 * incidents, so that the order does not depend on the locale of the database.
 */
export const sorts: PagedTable<SortName, EntryRow, unknown>['sorts'] = {
  id: { expression: sql`id`, type: sql`uuid`, valueOf: (row) => row.id },
  name: { expression: sql`name collate "C"`, type: sql`text`, valueOf: (row) => row.name },
}

export type LocationRow = EntryRow & { external_id: string | null }

export const locations: PagedTable<SortName, LocationRow, Location> = {
  table: 'locations',
  columns: [sql`id`, sql`name`, sql`external_id`, sql`archived_at`],
  sorts,
  toItem: (row) => ({ id: row.id, name: row.name, externalId: row.external_id, archived: row.archived_at !== null }),
}

export const points: PagedTable<SortName, EntryRow & { location_id: Uuid }, Point> = {
  table: 'points',
  columns: [sql`id`, sql`location_id`, sql`name`, sql`archived_at`],
  sorts,
  toItem: (row) => ({ id: row.id, locationId: row.location_id, name: row.name, archived: row.archived_at !== null }),
}

const users: PagedTable<SortName, EntryRow & { kind: (typeof userKinds)[number] }, User> = {
  table: 'users',
  columns: [sql`id`, sql`name`, sql`kind`, sql`archived_at`],
  sorts,
  toItem: (row) => ({ id: row.id, name: row.name, kind: row.kind, archived: row.archived_at !== null }),
}

/** Reads one page of the organization's locations, including archived locations. */
export const listLocations = (scope: OrganizationScope, query: DirectoryListQuery): Promise<Page<Location>> =>
  readPage(scope, locations, query, query.filters.map(filterCondition))

/** Reads one page of the organization's points, including archived points. */
export const listPoints = (scope: OrganizationScope, query: PointListQuery): Promise<Page<Point>> =>
  readPage(scope, points, query, query.filters.map(filterCondition))

/**
 * Reads one page of the organization's users: staff, and the two system users that represent API keys and the operator.
 */
export const listUsers = (scope: OrganizationScope, query: DirectoryListQuery): Promise<Page<User>> =>
  readPage(scope, users, query, query.filters.map(filterCondition))

export function filterCondition({ parameter, values }: PointListQuery['filters'][number]): RawBuilder<unknown> {
  switch (parameter) {
    case 'q':
      // Let PostgreSQL convert both the name and the searched text to upper case, so that the same rules apply to both.
      return sql`upper(name) like upper(${containsPattern(values[0] ?? '')})`
    case 'archived':
      return sql`(archived_at is not null) = any(${values}::boolean[])`
    case 'id':
      return isOneOf(sql`id`, values)
    case 'locationId':
      return isOneOf(sql`location_id`, values)
  }
}
