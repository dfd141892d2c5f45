import { useQuery } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useMemo } from 'react'
import { useTypeNames } from '../configuration/use-type-names.ts'
import { locationsQuery, pointsQuery, usersQuery } from '../directory/names-queries.ts'
import type { Names } from '../incident-form/names.ts'
import { statesQuery } from '../workflow/queries.ts'

/**
 * Returns the names of the states, types, categories, locations and users of incidents, keyed by id. Points are left
 * out, because an organization may have very many points. `useNamesOfOne` reads the points for a single incident.
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

/** Returns the names of everything to which one incident refers, keyed by id. Includes all points of its location. */
export function useNamesOfOne({
  typeId,
  categoryId,
  creationConfigVersion,
  locationId,
}: Pick<IncidentResponse, 'typeId' | 'categoryId' | 'creationConfigVersion' | 'locationId'>): Names {
  const incidents = useMemo(
    () => [{ typeId, categoryId, creationConfigVersion }],
    [typeId, categoryId, creationConfigVersion],
  )
  const names = useIncidentNames(incidents)
  const { data: points } = useQuery({ ...pointsQuery(locationId ? [locationId] : []), enabled: locationId !== null })
  return useMemo(
    () => new Map([...names, ...(points ?? []).map(({ id, name }) => [id, name] as const)]),
    [names, points],
  )
}
