import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { SearchParameters } from '../../api/search-parameters.ts'
import { useSession } from '../../sessions/session.ts'
import { queryOf, readIncidentSearch, type IncidentQuery, type IncidentSearch } from './incident-search.ts'

const readKnown = (search: object): IncidentSearch => readIncidentSearch(search as SearchParameters)

export type SearchRoute = '/staff/incidents' | '/staff/board'

/** Changes some of the search; what is undefined is taken out. */
export type ChangeSearch = (change: Partial<IncidentSearch>, options?: { replace?: boolean }) => void

interface UsedSearch {
  search: IncidentSearch
  /** The same as the API is asked. */
  query: IncidentQuery
  change: ChangeSearch
  /** Takes every filter out and leaves the sort. */
  clear: () => void
}

/** Filters and sort from the address of the page, which is where they are kept. */
export function useIncidentSearch(route: SearchRoute): UsedSearch {
  // The router leaves unknown parameters beside the known ones.
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
