import type { IncidentSearch } from '../incidents/search/incident-search.ts'

/** Returns filters of the incident list for open incidents, limited by the filters in `narrowed`. */
export const openSearch = (narrowed: IncidentSearch = {}): IncidentSearch => ({ state: 'open', ...narrowed })
