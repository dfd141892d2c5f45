import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import type { SavedDraft } from '@tocsin/contract/console/configuration-draft.ts'
import type {
  ConfigurationChanges,
  OldestRevisionAge,
  RevisionSummary,
} from '@tocsin/contract/console/configuration-history.ts'
import { call } from '../api/call.ts'
import { callPage, type Page } from '../api/pages.ts'

/** Query for the current configuration. */
export const currentConfigurationQuery = queryOptions({
  queryKey: ['configuration', 'current'],
  queryFn: ({ signal }) => call<CreationConfiguration>('GET', '/creation-configurations/current', { signal }),
  staleTime: 60_000,
})

/** Query for one revision. The result never becomes stale, because a published revision never changes. */
export const configurationRevisionQuery = (revision: number) =>
  queryOptions({
    queryKey: ['configuration', 'revision', revision],
    queryFn: ({ signal }) => call<CreationConfiguration>('GET', `/creation-configurations/${revision}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Query for the revisions with their numbers of creations, newest revision first, page by page. */
export const revisionPagesQuery = infiniteQueryOptions({
  queryKey: ['configuration', 'revisions'],
  queryFn: ({ pageParam, signal }) =>
    callPage<RevisionSummary>('/configuration/revisions', { query: { cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: Page<RevisionSummary>) => next,
})

/** Query for the publisher, the time of publication and the number of creations of one revision. */
export const revisionSummaryQuery = (revision: number) =>
  queryOptions({
    queryKey: ['configuration', 'revision-summary', revision],
    queryFn: ({ signal }) => call<RevisionSummary>('GET', `/configuration/revisions/${revision}`, { signal }),
  })

export const oldestRevisionAgeQuery = queryOptions({
  queryKey: ['configuration', 'oldest-revision-age'],
  queryFn: ({ signal }) => call<OldestRevisionAge>('GET', '/configuration/oldest-revision-age', { signal }),
})

/** Query for the draft. The draft is never cached, so that editing always starts from the saved version. */
export const draftQuery = queryOptions({
  queryKey: ['configuration', 'draft'],
  queryFn: ({ signal }) => call<SavedDraft>('GET', '/configuration/draft', { signal }),
  staleTime: 0,
  gcTime: 0,
})

/**
 * Query for the changes that publishing the draft would make. The server compares the stored draft with the current
 * revision. The parameters are not sent: they only form the cache key.
 * @param version version of the stored draft.
 * @param currentRevision number of the current revision.
 */
export const draftDifferenceQuery = (version: number, currentRevision: number) =>
  queryOptions({
    queryKey: ['configuration', 'draft-difference', version, currentRevision],
    queryFn: ({ signal }) => call<ConfigurationChanges>('GET', '/configuration/draft/difference', { signal }),
  })

/** Query for the changes between two revisions. The result never becomes stale, because revisions are immutable. */
export const revisionDifferenceQuery = (from: number, to: number) =>
  queryOptions({
    queryKey: ['configuration', 'difference', from, to],
    queryFn: ({ signal }) =>
      call<ConfigurationChanges>('GET', `/configuration/revisions/${from}/difference/${to}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
