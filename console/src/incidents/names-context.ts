import { useQuery } from '@tanstack/react-query'
import type { WorkflowState } from '@tocsin/contract/api/directory.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { createContext, use, useMemo } from 'react'
import { statesQuery } from '../workflow/queries.ts'
import type { Names } from '../incident-form/names.ts'
import { useIncidentNames } from './use-names.ts'

/** What the parts of a list or board say in place of ids. */
export interface Known {
  names: Names
  states: ReadonlyMap<Uuid, WorkflowState>
}

/** For everything within a list, which would be far too many hooks if every cell looked for its own. */
export const NamesContext = createContext<Known>({ names: new Map(), states: new Map() })

/** The value of the context for a list of Incidents. */
export function useKnownNames(incidents: readonly IncidentResponse[]): Known {
  const names = useIncidentNames(incidents)
  const { data: states } = useQuery(statesQuery)
  return useMemo(() => ({ names, states: new Map(states?.map((state) => [state.id, state])) }), [names, states])
}

/** The name of what a field refers to; nothing while it is not known. */
export const useName = (id: Uuid | null): string | undefined => use(NamesContext).names.get(id ?? '')

/** Nothing while it is not known. */
export const useWorkflowState = (id: Uuid): WorkflowState | undefined => use(NamesContext).states.get(id)
