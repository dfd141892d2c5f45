import { useLocation } from '@tanstack/react-router'
import type { SearchParameters } from '../api/search-parameters.ts'
import { readIncidentSearch, type IncidentSearch } from '../incidents/search/incident-search.ts'
import type { NavigationEntry } from './navigation-entries.ts'

/**
 * Returns a function that returns the filters with which a link of the navigation opens its page. Filters stay between
 * the list and the board, except “open”. The board leaves it out, to have columns for the closed states. The list adds
 * it again.
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
