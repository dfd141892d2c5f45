import type { IncidentSearch } from '../incidents/search/incident-search.ts'

/** Search for open incidents, narrowed by more filters. */
export const openSearch = (narrowed: IncidentSearch = {}): IncidentSearch => ({ state: 'open', ...narrowed })
