import { useQuery } from '@tanstack/react-query'
import { locationsQuery, pointsQuery, usersQuery } from '../directory/names-queries.ts'
import type { Names } from '../incident-form/names.ts'
import type { Configuration } from './fields.ts'

/**
 * Returns the names of everything in the configurations, and of the locations, points and users that are default
 * values. Names that are still loading are missing.
 * @param configurations configurations to search. If two configurations have different names for one id, the later
 *   configuration wins.
 */
export function useReferencedNames(configurations: readonly (Configuration | undefined)[]): Names {
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
