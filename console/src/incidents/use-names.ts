import { useQuery } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useMemo } from 'react'
import { useTypeNames } from '../configuration/use-type-names.ts'
import { locationsQuery, usersQuery } from '../directory/names-queries.ts'
import { statesQuery } from '../workflow/queries.ts'

/** id → name, of what is known by now. */
export type Names = ReadonlyMap<Uuid, string>

/**
 * Finds the names of what Incidents refer to: states, Types, Categories, Locations and users. Points, of which there may
 * be very many, are read where they are shown (`pointsQuery`).
 */
export function useIncidentNames(
  incidents: readonly Pick<IncidentResponse, 'typeId' | 'categoryId' | 'creationConfigVersion'>[],
): Names {
  const configured = useTypeNames(incidents)
  const { data: states } = useQuery(statesQuery)
  const { data: locations } = useQuery(locationsQuery)
  const { data: users } = useQuery(usersQuery)
  return useMemo(() => {
    const named: { id: Uuid; name: string }[] = [...(states ?? []), ...(locations ?? []), ...(users ?? [])]
    return new Map([...named.map(({ id, name }) => [id, name] as const), ...configured])
  }, [states, locations, users, configured])
}
