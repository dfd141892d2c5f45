import { useLocation } from '@tanstack/react-router'
import type { SearchParameters } from '../api/search-parameters.ts'
import { readIncidentSearch, type IncidentSearch } from '../incidents/search/incident-search.ts'
import type { NavigationEntry } from './navigation-entries.ts'

/**
 * Returns a function that returns the filters for a navigation link. Links between the list and the board carry the
 * current filters along. Only the filter for open incidents differs: links to the board leave it out, because the board
 * has columns for closed states. Links to the list add it again.
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
