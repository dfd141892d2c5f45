import type { Overview } from '@tocsin/contract/overview.ts'
import type { IncidentSearch } from '../incidents/incident-search.ts'

/** The address of the list that shows exactly what is counted as open here, and of that what else is asked for. */
export const openSearch = ({ openByState }: Overview, narrowed: IncidentSearch = {}): IncidentSearch => ({
  stateId: openByState.map(({ stateId }) => stateId),
  ...narrowed,
})
