import { useLocation } from '@tanstack/react-router'
import type { SearchParameters } from '../api/search-parameters.ts'
import { readIncidentSearch, type IncidentSearch } from '../incidents/search/incident-search.ts'
import type { NavigationEntry } from './navigation-entries.ts'

/**
 * Returns a function that returns the filters with which a link of the navigation opens its page. Between the list and
 * the board, the filters stay. Only the filter “open” does not: the list has it by default, and the board without it
 * has columns to which incidents can be moved to close them.
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
