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

/** Reads one incident. */
export const incidentQuery = (id: Uuid) =>
  queryOptions({
    queryKey: incidentKey(id),
    queryFn: ({ signal }) => call<IncidentResponse>('GET', `/incidents/${encodeURIComponent(id)}`, { signal }),
  })

/** Returns true if the incident is deleted or unknown, or its id invalid. */
export const isGone = (error: unknown): boolean => isProblem(error, 'incident_not_found', 'invalid_request')

export type IncidentPage = Page<IncidentResponse>
export type IncidentPages = InfiniteData<IncidentPage, string | undefined>

/** Numbers of incidents on the first page, which loads fast, and on further pages: the maximum of the API. */
const [firstPageSize, pageSize] = [100, limitMaximum]

/** Incidents of a query, page by page. */
export const incidentPagesQuery = (query: IncidentQuery) =>
  infiniteQueryOptions({
    queryKey: ['incidents', 'list', query],
    queryFn: ({ pageParam, signal }) => readIncidents(query, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: IncidentPage) => next,
    // The previous rows stay until the new ones are loaded.
    placeholderData: keepPreviousData,
    // Live updates report changes, so focusing the window need not reload all pages of a long list.
    refetchOnWindowFocus: false,
  })

/** Reads one page of a query. @param cursor undefined for the smaller first page. */
export const readIncidents = (
  query: IncidentQuery,
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<IncidentPage> => {
  const limit = cursor === undefined ? firstPageSize : pageSize
  return callPage<IncidentResponse>('/incidents', { query: { ...query, limit, cursor }, signal })
}

/** Number of incidents of a query, counted up to a limit. */
export const incidentCountQuery = ({ sort: _sort, ...filters }: IncidentQuery) =>
  queryOptions({
    queryKey: ['incidents', 'count', filters],
    queryFn: ({ signal }) => call<IncidentCount>('GET', '/incidents/count', { query: filters, signal }),
    placeholderData: keepPreviousData,
  })
