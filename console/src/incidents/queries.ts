import { infiniteQueryOptions, keepPreviousData, queryOptions, type InfiniteData } from '@tanstack/react-query'
import type { IncidentCount } from '@tocsin/contract/console/incident-change.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { limitMaximum } from '@tocsin/contract/limits.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { isProblem } from '../api/api-problem.ts'
import { call } from '../api/call.ts'
import { incidentKey } from '../api/incident-key.ts'
import { callPage, type Page } from '../api/pages.ts'
import type { IncidentQuery } from './search/incident-search.ts'

export const incidentQuery = (id: Uuid) =>
  queryOptions({
    queryKey: incidentKey(id),
    queryFn: ({ signal }) => call<IncidentResponse>('GET', `/incidents/${encodeURIComponent(id)}`, { signal }),
  })

/** Returns true if the error means that the incident is deleted or unknown, or that its id is invalid. */
export const isGone = (error: unknown): boolean => isProblem(error, 'incident_not_found', 'invalid_request')

export type IncidentPage = Page<IncidentResponse>
export type IncidentPages = InfiniteData<IncidentPage, string | undefined>

/** Page sizes of the incident list: a small first page, which loads fast, then the maximum that the API allows. */
const [firstPageSize, pageSize] = [100, limitMaximum]

/** Query for the incidents that match the filters, page by page. */
export const incidentPagesQuery = (query: IncidentQuery) =>
  infiniteQueryOptions({
    queryKey: ['incidents', 'list', query],
    queryFn: ({ pageParam, signal }) => readIncidents(query, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: IncidentPage) => next,
    // Show the rows of the previous filters until the new rows are loaded.
    placeholderData: keepPreviousData,
    // Live updates report all changes, so do not reload the pages of a long list when the window gets the focus.
    refetchOnWindowFocus: false,
  })

/**
 * Reads one page of the incidents that match a query.
 * @param cursor cursor of the page; undefined for the first page, which is shorter than the other pages.
 */
export const readIncidents = (
  query: IncidentQuery,
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<IncidentPage> => {
  const limit = cursor === undefined ? firstPageSize : pageSize
  return callPage<IncidentResponse>('/incidents', { query: { ...query, limit, cursor }, signal })
}

/** Query for the number of incidents that match the filters. The server counts only up to a limit. */
export const incidentCountQuery = ({ sort: _sort, ...filters }: IncidentQuery) =>
  queryOptions({
    queryKey: ['incidents', 'count', filters],
    queryFn: ({ signal }) => call<IncidentCount>('GET', '/incidents/count', { query: filters, signal }),
    placeholderData: keepPreviousData,
  })
