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

/** Deleted, of another organization, or no id at all. */
export const isGone = (error: unknown): boolean => isProblem(error, 'incident_not_found', 'invalid_request')

export type IncidentPage = Page<IncidentResponse>
export type IncidentPages = InfiniteData<IncidentPage, string | undefined>

/** The first page is there soon, and those who scroll on need few more: the largest that the API gives. */
const [firstPageSize, pageSize] = [100, limitMaximum]

/** What a query finds, page by page. */
export const incidentPagesQuery = (query: IncidentQuery) =>
  infiniteQueryOptions({
    queryKey: ['incidents', 'list', query],
    queryFn: ({ pageParam, signal }) => readIncidents(query, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: IncidentPage) => next,
    // The rows that were there stay until the others come.
    placeholderData: keepPreviousData,
    // The live connection tells what has changed; every page of a long list need not be read again for a glance elsewhere.
    refetchOnWindowFocus: false,
  })

/** One page of what a query finds. @param cursor undefined for the first, which is smaller. */
export const readIncidents = (
  query: IncidentQuery,
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<IncidentPage> => {
  const limit = cursor === undefined ? firstPageSize : pageSize
  return callPage<IncidentResponse>('/incidents', { query: { ...query, limit, cursor }, signal })
}

/** How many Incidents a query finds, counted up to a bound. */
export const incidentCountQuery = ({ sort: _sort, ...filters }: IncidentQuery) =>
  queryOptions({
    queryKey: ['incidents', 'count', filters],
    queryFn: ({ signal }) => call<IncidentCount>('GET', '/incidents/count', { query: filters, signal }),
    placeholderData: keepPreviousData,
  })
