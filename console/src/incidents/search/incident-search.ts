import { isStorableText } from '@tocsin/contract/storable-text.ts'
import type { Priority } from '@tocsin/contract/api/incident.ts'
import { priorities } from '@tocsin/contract/priorities.ts'
import { isUuid, parseInstant } from '@tocsin/contract/read-scalars.ts'
import type { Instant, Uuid } from '@tocsin/contract/scalars.ts'
import type { QueryValue } from '../../api/call.ts'
import { allOf, oneOf, oneText, writeSearch, type SearchParameters } from '../../api/search-parameters.ts'
import { readSort, writeSort } from './sort.ts'

/** Assignee that means the signed-in user, so that a shared view shows each user their own incidents. */
export const me = 'me'

/** Option for unassigned incidents among the assignees. The address and the API use `assigned=false` instead. */
export const nobody = 'nobody'

/** Every incident is open or closed: in a state that is not final, or in a final one. */
const openings = ['open', 'closed'] as const
export type Opening = (typeof openings)[number]

export const isOpening = (value: string | undefined): value is Opening => openings.some((each) => each === value)

/** Filters with several values. An incident with any of them is found. */
export const listFilters = [
  'stateId',
  'priority',
  'typeId',
  'categoryId',
  'locationId',
  'pointId',
  'assigneeId',
  'createdBy',
  'tags',
  'externalId',
] as const
export type ListFilter = (typeof listFilters)[number]

/**
 * Filters and sort in the address of list and board. The names are the API's; an assignee may also be `me`.
 */
export interface IncidentSearch extends Partial<Record<Exclude<ListFilter, 'priority'>, string[]>> {
  priority?: Priority[]
  /** Incidents that the workflow counts as open or closed when the list is read. */
  state?: Opening
  q?: string
  /** Bounds of `lastModifiedAt`, both inclusive. */
  startAt?: Instant
  endAt?: Instant
  /** Bounds of `createdAt`, both inclusive. */
  createdFrom?: Instant
  createdUntil?: Instant
  /** `false` finds unassigned incidents only. */
  assigned?: 'true' | 'false'
  /** Sort in the API's format: `-priority,name`. */
  sort?: string
}

/** Reads an address. Unknown parameters and impossible values are left out, so that the server is never asked for them. */
export function readIncidentSearch(search: SearchParameters): IncidentSearch {
  const ids = (name: string) => several(lowerCase(search[name]), isUuid)
  const instant = (name: string) => parseInstant(oneOf(search[name]) ?? '')
  const assigned = oneOf(search.assigned)
  const asked = several(search.state, isOpening)
  const found = {
    stateId: ids('stateId'),
    priority: several(search.priority, (value) => (priorities as readonly string[]).includes(value)) as Priority[],
    typeId: ids('typeId'),
    categoryId: ids('categoryId'),
    locationId: ids('locationId'),
    pointId: ids('pointId'),
    assigneeId: several(lowerCase(search.assigneeId), (value) => value === me || isUuid(value)),
    createdBy: ids('createdBy'),
    tags: several(search.tags, isText),
    externalId: several(search.externalId, isText),
    // Both together would find all incidents.
    state: asked?.length === 1 ? asked[0] : undefined,
    q: oneText(search.q),
    startAt: instant('startAt'),
    endAt: instant('endAt'),
    createdFrom: instant('createdFrom'),
    createdUntil: instant('createdUntil'),
    assigned: assigned === 'true' || assigned === 'false' ? assigned : undefined,
    sort: writeSort(readSort(oneOf(search.sort))),
  }
  // Absent values are explicitly undefined, since the router keeps unchecked values of missing properties.
  return found as IncidentSearch
}

const lowerCase = (value: SearchParameters[string]) => allOf(value).map((each) => each.toLowerCase())

function several(value: SearchParameters[string], isPossible: (value: string) => boolean): string[] | undefined {
  const values = [...new Set(allOf(value).filter(isPossible))]
  return values.length > 0 ? values : undefined
}

const isText = (value: string): boolean => value.trim() !== '' && isStorableText(value)

/** Query parameters of the API. */
export type IncidentQuery = Readonly<Record<string, QueryValue>>

/**
 * Turns a search into the query parameters of the API.
 * @param userId replaces `me`.
 */
export function queryOf(search: IncidentSearch, userId: Uuid): IncidentQuery {
  const { assigneeId, tags, externalId, ...others } = search
  return withoutAbsent({
    ...others,
    assigneeId: assigneeId?.map((id) => (id === me ? userId : id)),
    tags: tags?.map(asLiteral),
    externalId: externalId?.map(asLiteral),
  })
}

/** Escapes a value that starts like the API's list syntax. */
const asLiteral = (value: string): string => (value.startsWith('in:') ? `in:${value}` : value)

/** Drops undefined parameters, so that equal queries are equal cache keys. */
const withoutAbsent = (query: IncidentQuery): IncidentQuery =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))

/** Returns true if the search has any filter; the sort is none. */
export const isFiltered = ({ sort: _sort, ...filters }: IncidentSearch): boolean =>
  Object.values(filters).some((value) => value !== undefined)

/** Returns the text of a search for a saved view, with parameters in one order, so that equal searches are equal texts. */
export function textOf(search: IncidentSearch): string {
  const named = Object.entries(search).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return writeSearch(Object.fromEntries(named)).slice(1)
}
