import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useMemo } from 'react'
import { configurationRevisionQuery, currentConfigurationQuery } from './queries.ts'

/** Fields of an incident whose names are in a configuration. */
interface Configured {
  typeId: Uuid | null
  categoryId: Uuid | null
  creationConfigVersion: number
}

/**
 * Returns the names of types and categories. Most are in the current configuration, the rest in the revision that the
 * incident was created under.
 * @returns id → name of those loaded so far.
 */
export function useTypeNames(incidents: readonly Configured[]): ReadonlyMap<Uuid, string> {
  const { data: current } = useQuery(currentConfigurationQuery)
  const names = useMemo(() => namesIn(current ? [current] : []), [current])
  const revisions = useMemo(() => (current ? revisionsNaming(incidents, names) : []), [current, incidents, names])
  const former = useQueries({ queries: revisions.map(configurationRevisionQuery), combine: dataOf })
  return useMemo(() => (former.length === 0 ? names : new Map([...namesIn(former), ...names])), [former, names])
}

function revisionsNaming(incidents: readonly Configured[], known: ReadonlyMap<Uuid, string>): number[] {
  const isUnknown = (id: Uuid | null) => id !== null && !known.has(id)
  const unknown = incidents.filter(({ typeId, categoryId }) => isUnknown(typeId) || isUnknown(categoryId))
  return [...new Set(unknown.map(({ creationConfigVersion }) => creationConfigVersion))]
}

const dataOf = (results: UseQueryResult<CreationConfiguration>[]): CreationConfiguration[] =>
  results.flatMap(({ data }) => (data ? [data] : []))

const namesIn = (configurations: readonly CreationConfiguration[]): ReadonlyMap<Uuid, string> =>
  new Map(
    configurations.flatMap(({ types, categories }) => [...types, ...categories]).map(({ id, name }) => [id, name]),
  )
