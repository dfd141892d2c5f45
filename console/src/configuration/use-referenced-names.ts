import { useQuery } from '@tanstack/react-query'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { locationsQuery, pointsQuery, usersQuery } from '../directory/names-queries.ts'
import type { Configuration } from './fields.ts'

/** Maps ids to names: of types, categories and profiles, and of locations, points and users used as default values. */
export type ReferencedNames = ReadonlyMap<Uuid, string>

/**
 * Returns the names of everything that the configurations refer to. Names that are still loading are missing.
 * @param configurations configurations to search. If they have different names for one id, the last one wins.
 */
export function useReferencedNames(configurations: readonly (Configuration | undefined)[]): ReferencedNames {
  const defaults = configurations.flatMap((configuration) => configuration?.profiles ?? []).map(({ fields }) => fields)
  const locationIds = defaults.flatMap(({ locationId, pointId }) => (pointId?.default && locationId?.default) || [])
  const has = (field: 'locationId' | 'assigneeId') => defaults.some((rules) => rules[field]?.default !== undefined)

  const { data: locations } = useQuery({ ...locationsQuery, enabled: has('locationId') })
  const { data: users } = useQuery({ ...usersQuery, enabled: has('assigneeId') })
  const { data: points } = useQuery({
    ...pointsQuery([...new Set(locationIds)].toSorted()),
    enabled: locationIds.length > 0,
  })
  const configured = configurations.flatMap((configuration) =>
    configuration ? [...configuration.types, ...configuration.categories, ...configuration.profiles] : [],
  )
  const named = [...(locations ?? []), ...(users ?? []), ...(points ?? []), ...configured]
  return new Map(named.map(({ id, name }) => [id, name]))
}
