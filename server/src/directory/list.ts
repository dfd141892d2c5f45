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

const filters: Record<FilterName, FilterKind> = {
  q: { reads: 'substring' },
  archived: { reads: 'oneOf', values: ['true', 'false'] },
}

/** Sort keys and filters of every directory list. */
export const directoryListShape: ListShape<SortName, FilterName> = {
  sorts: { id: 'uuid', name: 'text' },
  filters,
  defaultSort: [{ name: 'name', isDescending: false }],
}

export const pointListShape: ListShape<SortName, FilterName | 'locationId'> = {
  ...directoryListShape,
  filters: { ...filters, locationId: { reads: 'uuid' } },
}

export type DirectoryListQuery = ListQuery<SortName, FilterName>
export type PointListQuery = ListQuery<SortName, FilterName | 'locationId'>

export interface EntryRow {
  id: Uuid
  name: string
  archived_at: Instant | null
}

/** Sort keys. Names sort by their bytes, as incidents do, so the order does not depend on the database's locale. */
export const sorts: PagedTable<SortName, EntryRow, unknown>['sorts'] = {
  id: { expression: sql`id`, type: sql`uuid`, valueOf: (row) => row.id },
  name: { expression: sql`name collate "C"`, type: sql`text`, valueOf: (row) => row.name },
}

export const locations: PagedTable<SortName, EntryRow & { external_id: string | null }, Location> = {
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

/** Reads one page of the organization's locations, including archived ones. */
export const listLocations = (scope: OrganizationScope, query: DirectoryListQuery): Promise<Page<Location>> =>
  readPage(scope, locations, query, query.filters.map(filterCondition))

/** Reads one page of the organization's points, including archived ones. */
export const listPoints = (scope: OrganizationScope, query: PointListQuery): Promise<Page<Point>> =>
  readPage(scope, points, query, query.filters.map(filterCondition))

/** Reads one page of the organization's users: staff and the two system users for the API and the operator. */
export const listUsers = (scope: OrganizationScope, query: DirectoryListQuery): Promise<Page<User>> =>
  readPage(scope, users, query, query.filters.map(filterCondition))

export function filterCondition({ parameter, values }: PointListQuery['filters'][number]): RawBuilder<unknown> {
  switch (parameter) {
    case 'q':
      // The database folds the case of both sides, so that both are folded alike.
      return sql`upper(name) like upper(${containsPattern(values[0] ?? '')})`
    case 'archived':
      return sql`(archived_at is not null) = any(${values}::boolean[])`
    case 'locationId':
      return isOneOf(sql`location_id`, values)
  }
}
