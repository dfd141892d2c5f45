import { useLocation } from '@tanstack/react-router'
import type { SearchParameters } from '../api/search-parameters.ts'
import { readIncidentSearch, type IncidentSearch } from '../incidents/search/incident-search.ts'
import type { NavigationEntry } from './navigation-entries.ts'

/**
 * Returns a function that returns the filters for a navigation link, so that the list and the board open with the same
 * filters. Only the filter for open incidents differs: links to the board leave it out, so that the board has columns
 * for closed states, and links to the list add it again.
 */
export function useCarriedSearch(): (entry: NavigationEntry) => IncidentSearch | undefined {
  const { pathname, search } = useLocation()
  return ({ to, search: byDefault }) => {
    const [from, target] = [pathname, to].map((path) => path === '/incidents' || path === '/board')
    if (!from || !target || pathname === to) return byDefault
    const { view: _view, ...filters } = readIncidentSearch(search as SearchParameters)
    if (to === '/board') return { ...filters, state: filters.state === 'open' ? undefined : filters.state }
    return { ...filters, state: filters.state ?? (filters.stateId ? undefined : 'open') }
  }
}
