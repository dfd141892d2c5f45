import { useQuery } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { createContext, use, useMemo } from 'react'
import { statesQuery, type StateInOrder } from '../workflow/queries.ts'
import type { Names } from '../incident-form/names.ts'
import { useIncidentNames } from './use-names.ts'

/** Names and workflow states by id. The list and the board show them instead of ids. */
export interface Known {
  names: Names
  states: ReadonlyMap<Uuid, StateInOrder>
}

/** Names and workflow states for all cells of an incident list. A query hook in each cell would be too slow. */
export const NamesContext = createContext<Known>({ names: new Map(), states: new Map() })

const noIncidents: readonly IncidentResponse[] = []

/**
 * Returns the names and workflow states to provide in `NamesContext`.
 * @param incidents incidents whose types and categories the page names; by default none.
 */
export function useKnownNames(incidents = noIncidents): Known {
  const names = useIncidentNames(incidents)
  const { data: states } = useQuery(statesQuery)
  return useMemo(() => ({ names, states: new Map(states?.map((state) => [state.id, state])) }), [names, states])
}

/** Returns the name for an id; undefined if the id is null, unknown or not loaded yet. */
export const useName = (id: Uuid | null): string | undefined => use(NamesContext).names.get(id ?? '')

/** Returns the workflow state with this id; undefined if the state is unknown or not loaded yet. */
export const useWorkflowState = (id: Uuid): StateInOrder | undefined => use(NamesContext).states.get(id)
