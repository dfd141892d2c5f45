import { defaultIncidentSort, type IncidentSortName } from '@tocsin/contract/incident-list.ts'
import { priorities } from '@tocsin/contract/priorities.ts'
import type { ListQuery, ListShape } from '../http/list-query.ts'

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

/** What only the console can ask: whether anybody has the Incident, and when it was created. */
export type StaffFilterName = FilterName | 'assigned' | 'createdFrom' | 'createdUntil'

export type IncidentListQuery = ListQuery<IncidentSortName, StaffFilterName>

export type IncidentFilter = IncidentListQuery['filters'][number]

/** @see specification 4.2 */
export const incidentListShape: ListShape<IncidentSortName, FilterName> = {
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
  defaultSort: [defaultIncidentSort],
}

export const staffIncidentListShape: ListShape<IncidentSortName, StaffFilterName> = {
  ...incidentListShape,
  filters: {
    ...incidentListShape.filters,
    assigned: { reads: 'oneOf', values: ['true', 'false'] },
    createdFrom: { reads: 'bound', field: 'createdAt', operator: 'gte' },
    createdUntil: { reads: 'bound', field: 'createdAt', operator: 'lte' },
  },
}
