import { defaultIncidentSort, type IncidentSortName } from '@tocsin/contract/api/incident-list.ts'
import { priorities } from '@tocsin/contract/priorities.ts'
import type { FilterKind } from '../../http/lists/list-filter.ts'
import type { ListQuery, ListShape } from '../../http/lists/list-query.ts'

const filters = {
  typeId: { reads: 'uuid' },
  categoryId: { reads: 'uuid' },
  stateId: { reads: 'uuid' },
  state: { reads: 'oneOf', values: ['open', 'closed'] },
  locationId: { reads: 'uuid' },
  pointId: { reads: 'uuid' },
  assigneeId: { reads: 'uuid' },
  createdBy: { reads: 'uuid' },
  priority: { reads: 'oneOf', values: priorities },
  tags: { reads: 'text' },
  externalId: { reads: 'text' },
  number: { reads: 'integer' },
  q: { reads: 'words' },
  startAt: { reads: 'bound', field: 'lastModifiedAt', operator: 'gte' },
  endAt: { reads: 'bound', field: 'lastModifiedAt', operator: 'lte' },
  createdFrom: { reads: 'bound', field: 'createdAt', operator: 'gte' },
  createdUntil: { reads: 'bound', field: 'createdAt', operator: 'lte' },
} as const satisfies Record<string, FilterKind>

/** Filters of the list in the console: those of the external API, and filters by assignment and time of occurrence. */
const staffFilters = {
  ...filters,
  assigned: { reads: 'oneOf', values: ['true', 'false'] },
  occurredFrom: { reads: 'bound', field: 'occurredAt', operator: 'gte' },
  occurredUntil: { reads: 'bound', field: 'occurredAt', operator: 'lte' },
} as const satisfies Record<string, FilterKind>

export type StaffFilterName = keyof typeof staffFilters

export type IncidentListQuery = ListQuery<IncidentSortName, StaffFilterName>

export type IncidentFilter = IncidentListQuery['filters'][number]

/** List query with ids of workflow states in place of the filter `state` (open or closed). */
export type ResolvedListQuery = ListQuery<IncidentSortName, Exclude<StaffFilterName, 'state'>>

export type ResolvedFilter = ResolvedListQuery['filters'][number]

/** Query parameters of the list of incidents in the external API. @see docs/contract.md#4.2 */
export const incidentListShape: ListShape<IncidentSortName, keyof typeof filters> = {
  sorts: {
    id: 'uuid',
    name: 'text',
    priority: priorities,
    occurredAt: 'instant',
    createdAt: 'instant',
    lastModifiedAt: 'instant',
  },
  filters,
  defaultSort: [defaultIncidentSort],
}

export const staffIncidentListShape: ListShape<IncidentSortName, StaffFilterName> = {
  ...incidentListShape,
  filters: staffFilters,
}
