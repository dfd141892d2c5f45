import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { IncidentQuery } from '../search/incident-search.ts'

/** What one column of the board shows: what is asked for, of one state. */
export const columnQuery = (query: IncidentQuery, stateId: Uuid): IncidentQuery => ({ ...query, stateId: [stateId] })
