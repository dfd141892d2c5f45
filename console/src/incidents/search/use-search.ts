import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { SearchParameters } from '../../api/search-parameters.ts'
import { useSession } from '../../sessions/session.ts'
import { queryOf, readIncidentSearch, type IncidentQuery, type IncidentSearch } from './incident-search.ts'

const readKnown = (search: object): IncidentSearch => readIncidentSearch(search as SearchParameters)

export type SearchRoute = '/staff/incidents' | '/staff/board'

/** Changes parts of the search. Undefined removes a part. */
export type ChangeSearch = (change: Partial<IncidentSearch>, options?: { replace?: boolean }) => void

interface UsedSearch {
  search: IncidentSearch
  /** The search as API query. */
  query: IncidentQuery
  change: ChangeSearch
  /** Removes all filters and keeps the sort. */
  clear: () => void
}

/** Reads filters and sort from the address, their only store, and changes them there. */
export function useIncidentSearch(route: SearchRoute): UsedSearch {
  // The router's search includes unknown parameters, which are dropped here.
  const search: IncidentSearch = useSearch({ from: route, select: readKnown, structuralSharing: true })
  const { user } = useSession()
  const navigate = useNavigate()
  const change = useCallback<ChangeSearch>(
    (part, { replace = false } = {}) =>
      void navigate({
        to: '.',
        search: (former) => readIncidentSearch({ ...(former as SearchParameters), ...part }),
        replace,
      }),
    [navigate],
  )
  const clear = useCallback(
    () =>
      void navigate({ to: '.', search: (former) => readIncidentSearch({ sort: (former as SearchParameters).sort }) }),
    [navigate],
  )
  return { search, query: queryOf(search, user.id), change, clear }
}
