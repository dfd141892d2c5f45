import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { IncidentQuery } from '../search/incident-search.ts'

/** Returns the board's query limited to the incidents of one state. */
export const columnQuery = (query: IncidentQuery, stateId: Uuid): IncidentQuery => ({ ...query, stateId: [stateId] })
