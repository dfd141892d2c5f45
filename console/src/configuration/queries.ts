import { queryOptions } from '@tanstack/react-query'
import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import type { SavedDraft } from '@tocsin/contract/console/configuration-draft.ts'
import type {
  ConfigurationChanges,
  OldestRevisionAge,
  RevisionSummary,
} from '@tocsin/contract/console/configuration-history.ts'
import { call } from '../api/call.ts'

/** Current configuration. */
export const currentConfigurationQuery = queryOptions({
  queryKey: ['configuration', 'current'],
  queryFn: ({ signal }) => call<CreationConfiguration>('GET', '/creation-configurations/current', { signal }),
  staleTime: 60_000,
})

/** One revision, which never changes. */
export const configurationRevisionQuery = (revision: number) =>
  queryOptions({
    queryKey: ['configuration', 'revision', revision],
    queryFn: ({ signal }) => call<CreationConfiguration>('GET', `/creation-configurations/${revision}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** All revisions with their use, the newest first. */
export const revisionsQuery = queryOptions({
  queryKey: ['configuration', 'revisions'],
  async queryFn({ signal }) {
    const { data } = await call<{ data: RevisionSummary[] }>('GET', '/configuration/revisions', { signal })
    return data
  },
})

export const oldestRevisionAgeQuery = queryOptions({
  queryKey: ['configuration', 'oldest-revision-age'],
  queryFn: ({ signal }) => call<OldestRevisionAge>('GET', '/configuration/oldest-revision-age', { signal }),
})

/** The draft. Always read anew, so that editing starts from the saved version. */
export const draftQuery = queryOptions({
  queryKey: ['configuration', 'draft'],
  queryFn: ({ signal }) => call<SavedDraft>('GET', '/configuration/draft', { signal }),
  staleTime: 0,
  gcTime: 0,
})

/**
 * Changes that publishing would make.
 * @param version of the draft. Like `currentRevision` only a cache key: the server compares its own current state.
 */
export const draftDifferenceQuery = (version: number, currentRevision: number) =>
  queryOptions({
    queryKey: ['configuration', 'draft-difference', version, currentRevision],
    queryFn: ({ signal }) => call<ConfigurationChanges>('GET', '/configuration/draft/difference', { signal }),
  })

/** Changes from one revision to another. Both are immutable. */
export const revisionDifferenceQuery = (from: number, to: number) =>
  queryOptions({
    queryKey: ['configuration', 'difference', from, to],
    queryFn: ({ signal }) =>
      call<ConfigurationChanges>('GET', `/configuration/revisions/${from}/difference/${to}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
