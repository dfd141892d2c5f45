import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useMemo } from 'react'
import type { Names } from '../incident-form/names.ts'
import { configurationRevisionQuery, currentConfigurationQuery } from './queries.ts'

/** Fields of an incident that are needed to find the names of its type and category in a configuration. */
type Configured = Pick<IncidentResponse, 'typeId' | 'categoryId' | 'creationConfigVersion'>

/**
 * Loads the names of the types and categories of incidents. If the current configuration lacks a name, the name is read
 * from the revision under which the incident was created.
 * @returns map from id to name. Names that are still loading are missing.
 */
export function useTypeNames(incidents: readonly Configured[]): Names {
  const { data: current } = useQuery(currentConfigurationQuery)
  const names = useMemo(() => namesIn(current ? [current] : []), [current])
  const revisions = useMemo(() => (current ? revisionsNaming(incidents, names) : []), [current, incidents, names])
  const former = useQueries({ queries: revisions.map(configurationRevisionQuery), combine: dataOf })
  return useMemo(() => (former.length === 0 ? names : new Map([...namesIn(former), ...names])), [former, names])
}

function revisionsNaming(incidents: readonly Configured[], known: Names): number[] {
  const isUnknown = (id: Uuid | null) => id !== null && !known.has(id)
  const unknown = incidents.filter(({ typeId, categoryId }) => isUnknown(typeId) || isUnknown(categoryId))
  return [...new Set(unknown.map(({ creationConfigVersion }) => creationConfigVersion))]
}

const dataOf = (results: UseQueryResult<CreationConfiguration>[]): CreationConfiguration[] =>
  results.flatMap(({ data }) => (data ? [data] : []))

const namesIn = (configurations: readonly CreationConfiguration[]): Names =>
  new Map(
    configurations.flatMap(({ types, categories }) => [...types, ...categories]).map(({ id, name }) => [id, name]),
  )
