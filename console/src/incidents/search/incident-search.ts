import { isStorableText } from '@tocsin/contract/storable-text.ts'
import type { Priority } from '@tocsin/contract/api/incident.ts'
import { builtInViews } from '@tocsin/contract/console/built-in-views.ts'
import { priorities } from '@tocsin/contract/priorities.ts'
import { isUuid, parseInstant } from '@tocsin/contract/read-scalars.ts'
import type { Instant, Uuid } from '@tocsin/contract/scalars.ts'
import type { QueryValue } from '../../api/call.ts'
import { allOf, oneOf, oneText, writeSearch, type SearchParameters } from '../../api/search-parameters.ts'
import { firstInstant, periodFields, periodFilters, readPeriodStart, type PeriodStart } from './period.ts'
import { readSort, writeSort } from './sort.ts'

/**
 * Value of the assignee filter that stands for the signed-in user. A shared view with this filter shows each user their
 * own incidents.
 */
export const me = 'me'

/** Value of the option “unassigned” in menus of assignees. The URL and the API express it as `assigned=false`. */
export const nobody = 'nobody'

/** Each incident is open or closed. A closed incident is in a final state of the workflow. */
const openings = ['open', 'closed'] as const
export type Opening = (typeof openings)[number]

export const isOpening = (value: string | undefined): value is Opening => openings.some((each) => each === value)

/** Filters that accept several values. A filter matches incidents with any of its values. */
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
 * Filters and sort of the list and the board, as the URL contains them. The names are those of the API's query
 * parameters. Unlike in the API, an assignee may be `me`.
 */
export interface IncidentSearch extends Partial<Record<Exclude<ListFilter, 'priority'>, string[]>> {
  priority?: Priority[]
  /**
   * Filter for only open or only closed incidents. The current workflow decides which states are final and count as
   * closed.
   */
  state?: Opening
  q?: string
  /** Start and end of the period in which the incident was last modified. */
  startAt?: PeriodStart
  endAt?: Instant
  /** Start and end of the period in which the incident was created. */
  createdFrom?: PeriodStart
  createdUntil?: Instant
  /** Start and end of the period in which the incident occurred. */
  occurredFrom?: PeriodStart
  occurredUntil?: Instant
  /** `true` finds only incidents with an assignee, `false` only incidents without one. */
  assigned?: 'true' | 'false'
  /** Sort in the format of the API, for example `-priority,name`. */
  sort?: string
  /**
   * Id of the open view. The id filters nothing: the URL has all filters, and these may differ from the filters of the
   * view.
   */
  view?: string
}

/**
 * Reads the search from the parameters of a URL. Drops unknown parameters and invalid values, so that they are never
 * sent to the server.
 */
export function readIncidentSearch(search: SearchParameters): IncidentSearch {
  const ids = (name: string) => several(lowerCase(search[name]), isUuid)
  const start = (name: string) => readPeriodStart(oneOf(search[name]) ?? '')
  const end = (name: string) => parseInstant(oneOf(search[name]) ?? '')
  const assigned = oneOf(search.assigned)
  const requested = several(search.state, isOpening)
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
    // Drop the filter if it has both values, because open and closed together are all incidents.
    state: requested?.length === 1 ? requested[0] : undefined,
    q: oneText(search.q),
    startAt: start('startAt'),
    endAt: end('endAt'),
    createdFrom: start('createdFrom'),
    createdUntil: end('createdUntil'),
    occurredFrom: start('occurredFrom'),
    occurredUntil: end('occurredUntil'),
    assigned: assigned === 'true' || assigned === 'false' ? assigned : undefined,
    sort: writeSort(readSort(oneOf(search.sort))),
    view: isView(oneOf(search.view)) ? oneOf(search.view) : undefined,
  }
  // Set absent filters to undefined: for a missing property, the router would use the unchecked value of the URL.
  return found as IncidentSearch
}

const isView = (id: string | undefined): boolean =>
  id !== undefined && (isUuid(id) || builtInViews.some((name) => name === id))

const lowerCase = (value: SearchParameters[string]) => allOf(value).map((each) => each.toLowerCase())

function several(value: SearchParameters[string], isPossible: (value: string) => boolean): string[] | undefined {
  const values = [...new Set(allOf(value).filter(isPossible))]
  return values.length > 0 ? values : undefined
}

const isText = (value: string): boolean => value.trim() !== '' && isStorableText(value)

/** Query parameters for the incident list of the API. */
export type IncidentQuery = Readonly<Record<string, QueryValue>>

/**
 * Converts a search to the query parameters of the API.
 * @param userId id of the signed-in user, which replaces the assignee `me`.
 */
export function queryOf(search: IncidentSearch, userId: Uuid): IncidentQuery {
  const { assigneeId, tags, externalId, view: _view, ...others } = search
  const number = numberIn(search.q)
  // If the text is a number, ignore the filters, because people search for a number that somebody gave them.
  if (number !== undefined) return { number }
  return withoutAbsent({
    ...others,
    ...startsOf(search),
    assigneeId: assigneeId?.map((id) => (id === me ? userId : id)),
    tags: tags?.map(asLiteral),
    externalId: externalId?.map(asLiteral),
  })
}

/** Returns the start of each period in the search as an instant. */
const startsOf = (search: IncidentSearch): IncidentQuery =>
  Object.fromEntries(
    periodFields.flatMap((field) => {
      const { from } = periodFilters[field]
      const start = search[from]
      return start ? [[from, firstInstant(start)]] : []
    }),
  )

/** Returns true if the search is for an incident number but also has filters, which are then ignored. */
export const hasIgnoredFilters = ({ q, ...others }: IncidentSearch): boolean =>
  numberIn(q) !== undefined && isFiltered(others)

/** Returns the digits of a searched incident number such as `#1042`; undefined for any other text. */
const numberIn = (text = ''): string | undefined => /^#(\d{1,15})$/.exec(text.trim())?.[1]

/** Escapes a value that starts with `in:`, because the API reads `in:` as the start of a list of values. */
const asLiteral = (value: string): string => (value.startsWith('in:') ? `in:${value}` : value)

/** Removes undefined parameters, so that equal queries have equal keys in the query cache. */
const withoutAbsent = (query: IncidentQuery): IncidentQuery =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))

/** Returns true if the search has at least one filter. The sort and the view do not count as filters. */
export const isFiltered = ({ sort: _sort, view: _view, ...filters }: IncidentSearch): boolean =>
  Object.values(filters).some((value) => value !== undefined)

/** Returns the reason why a search finds nothing: the filters, no open incident, or no incident at all. */
export function reasonOfEmptyList(search: IncidentSearch): 'nothingMatches' | 'nothingOpen' | 'empty' {
  const { state, ...others } = search
  if (isFiltered(others) || state === 'closed') return 'nothingMatches'
  return state === 'open' ? 'nothingOpen' : 'empty'
}

/**
 * Returns a search as the query string that saved views store: without the `?` and without the id of the open view. The
 * parameters are sorted, so that equal searches have equal texts.
 */
export function textOf({ view: _view, ...search }: IncidentSearch): string {
  const named = Object.entries(search).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return writeSearch(Object.fromEntries(named)).slice(1)
}
