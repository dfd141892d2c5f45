import { useQuery } from '@tanstack/react-query'
import type { WorkflowState } from '@tocsin/contract/api/directory.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { createContext, use, useMemo } from 'react'
import { statesQuery } from '../workflow/queries.ts'
import type { Names } from '../incident-form/names.ts'
import { useIncidentNames } from './use-names.ts'

/** Names and states that list and board show instead of ids. */
export interface Known {
  names: Names
  states: ReadonlyMap<Uuid, WorkflowState>
}

/** Shares the names in a list, since a query hook per cell would be too slow. */
export const NamesContext = createContext<Known>({ names: new Map(), states: new Map() })

/** Returns the context's value for a list of incidents. */
export function useKnownNames(incidents: readonly IncidentResponse[]): Known {
  const names = useIncidentNames(incidents)
  const { data: states } = useQuery(statesQuery)
  return useMemo(() => ({ names, states: new Map(states?.map((state) => [state.id, state])) }), [names, states])
}

/** Returns the name for an id, or undefined while it is unknown. */
export const useName = (id: Uuid | null): string | undefined => use(NamesContext).names.get(id ?? '')

/** Returns the state, or undefined while it is unknown. */
export const useWorkflowState = (id: Uuid): WorkflowState | undefined => use(NamesContext).states.get(id)
