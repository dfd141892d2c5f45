import { priorities } from '@tocsin/contract/incident.ts'
import { sql, type RawBuilder } from 'kysely'
import { anywhere, isOneOf } from '../database/conditions.ts'
import { readInstant } from '../database/instant.ts'
import { readPage, type Page, type PagedTable } from '../database/keyset.ts'
import type { ListQuery, ListShape } from '../http/list-query.ts'
import type { OrganizationScope } from '../scope.ts'
import { incidentJson, incidentJsonColumns, textOf, type IncidentTexts } from './incident-json.ts'
import { foldForSearch } from './search-text.ts'

type SortName = 'id' | 'name' | 'priority' | 'occurredAt' | 'createdAt' | 'lastModifiedAt'
type FilterName =
  | 'typeId'
  | 'categoryId'
  | 'stateId'
  | 'locationId'
  | 'pointId'
  | 'assigneeId'
  | 'createdBy'
  | 'priority'
  | 'tags'
  | 'externalId'
  | 'q'
  | 'startAt'
  | 'endAt'

export type IncidentListQuery = ListQuery<SortName, FilterName>

/** @see specification 4.2 */
export const incidentListShape: ListShape<SortName, FilterName> = {
  sorts: {
    id: 'uuid',
    name: 'text',
    priority: priorities,
    occurredAt: 'instant',
    createdAt: 'instant',
    lastModifiedAt: 'instant',
  },
  filters: {
    typeId: { reads: 'uuid' },
    categoryId: { reads: 'uuid' },
    stateId: { reads: 'uuid' },
    locationId: { reads: 'uuid' },
    pointId: { reads: 'uuid' },
    assigneeId: { reads: 'uuid' },
    createdBy: { reads: 'uuid' },
    priority: { reads: 'oneOf', values: priorities },
    tags: { reads: 'text' },
    externalId: { reads: 'text' },
    q: { reads: 'substring' },
    startAt: { reads: 'bound', field: 'lastModifiedAt', operator: 'gte' },
    endAt: { reads: 'bound', field: 'lastModifiedAt', operator: 'lte' },
  },
  defaultSort: [{ name: 'createdAt', isDescending: true }],
}

/** Each expression matches an index exactly; an Incident without a name sorts as one with an empty name. */
const incidents: PagedTable<SortName, IncidentTexts, string> = {
  table: 'incidents',
  columns: incidentJsonColumns.map((column) => sql.raw(column)),
  rowsAsTexts: true,
  sorts: {
    id: { expression: sql`id`, type: sql`uuid`, valueOf: (row) => textOf(row, 'id')! },
    name: {
      expression: sql`(coalesce(name, '')) collate "C"`,
      type: sql`text`,
      valueOf: (row) => textOf(row, 'name') ?? '',
    },
    priority: { expression: sql`priority`, type: sql`incident_priority`, valueOf: (row) => textOf(row, 'priority')! },
    occurredAt: instantSort('occurred_at', 'occurredAt'),
    createdAt: instantSort('created_at', 'createdAt'),
    lastModifiedAt: instantSort('last_modified_at', 'lastModifiedAt'),
  },
  toItem: incidentJson,
}

function instantSort(column: string, name: 'occurredAt' | 'createdAt' | 'lastModifiedAt') {
  const valueOf = (row: IncidentTexts) => readInstant(textOf(row, name)!)
  return { expression: sql.ref(column), type: sql`timestamptz`, valueOf }
}

/**
 * Reads one page of the Organization's Incidents.
 * @returns each as the JSON text of an IncidentResponse.
 */
export const listIncidents = (scope: OrganizationScope, query: IncidentListQuery): Promise<Page<string>> =>
  readPage(scope, incidents, query, [sql`deleted_at is null`, ...query.filters.map(filterCondition)])

const equalityColumns = {
  typeId: sql`type_id`,
  categoryId: sql`category_id`,
  stateId: sql`state_id`,
  locationId: sql`location_id`,
  pointId: sql`point_id`,
  assigneeId: sql`assignee_id`,
  createdBy: sql`created_by`,
}

function filterCondition({ parameter, values }: IncidentListQuery['filters'][number]): RawBuilder<unknown> {
  const [value = ''] = values
  switch (parameter) {
    case 'q':
      return sql`search_text like ${anywhere(foldForSearch(value))}`
    case 'startAt':
      return sql`last_modified_at >= ${value}::timestamptz`
    case 'endAt':
      return sql`last_modified_at <= ${value}::timestamptz`
    case 'tags':
      return sql`tags && ${values}::text[]`
    case 'externalId':
      return sql`md5(external_id) = any(array(select md5(wanted) from unnest(${values}::text[]) as wanted))
        and external_id = any(${values}::text[])`
    case 'priority':
      return sql`priority = any(${values}::incident_priority[])`
    default:
      return isOneOf(equalityColumns[parameter], values)
  }
}
