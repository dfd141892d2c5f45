import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { SearchParameters } from '../../api/search-parameters.ts'
import { useEveryDay } from '../../kit/time/use-every-minute.ts'
import { useSession } from '../../sessions/session.ts'
import type { SplitSearch } from './split-search.ts'
import { queryOf, readIncidentSearch, type IncidentQuery, type IncidentSearch } from './incident-search.ts'

const readKnown = (search: object): IncidentSearch => readIncidentSearch(search as SearchParameters)

/** Changes the filters and the sort that `change` contains. A value of undefined removes the filter or the sort. */
export type ChangeSearch = (change: Partial<IncidentSearch>, options?: { replace?: boolean }) => void

interface UsedSearch {
  search: IncidentSearch
  /** The search as query parameters of the API. */
  query: IncidentQuery
  change: ChangeSearch
  /** Removes all filters, but not the sort. */
  clear: () => void
}

/**
 * Returns the filters and the sort from the URL of the page, and functions that change the URL. Filters and sort are
 * stored only in the URL. Changing them does not close the incident in the split view. At midnight, a period such as
 * “today” moves on to the new day.
 */
export function useIncidentSearch(): UsedSearch {
  // The router's search includes unknown parameters, so drop them here.
  const search: IncidentSearch = useSearch({ strict: false, select: readKnown, structuralSharing: true })
  const { user } = useSession()
  const navigate = useNavigate()
  useEveryDay()
  const change = useCallback<ChangeSearch>(
    (part, { replace = false } = {}) =>
      void navigate({
        to: '.',
        search: (former) => keepOpen(former, readIncidentSearch({ ...(former as SearchParameters), ...part })),
        replace,
      }),
    [navigate],
  )
  const clear = useCallback(
    () =>
      void navigate({
        to: '.',
        search: (former) => keepOpen(former, readIncidentSearch({ sort: (former as SearchParameters).sort })),
      }),
    [navigate],
  )
  return { search, query: queryOf(search, user.id), change, clear }
}

const keepOpen = (former: object, search: IncidentSearch): SplitSearch => ({
  ...search,
  open: (former as SplitSearch).open,
})
