import { useQuery } from '@tanstack/react-query'
import type { Location } from '@tocsin/contract/api/directory.ts'
import { useState } from 'react'
import { callPage } from '../api/pages.ts'
import { randomUuid } from '../browser/random-uuid.ts'
import { currentConfigurationQuery } from '../configuration/queries.ts'
import { keyTexts } from '../texts/keys.ts'
import { curlCreation, curlEndpoints, curlList, exampleCreation } from './curl-line.ts'
import type { FreshKey } from './key-dialog.tsx'

const anyLocationQuery = {
  queryKey: ['keys', 'any-location'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { items } = await callPage<Location>('/locations', { query: { archived: 'false', limit: 1 }, signal })
    return items[0] ?? null
  },
}

/**
 * Returns a curl command to try an API key. With the scope `write`, the command creates a valid example incident. With
 * the scope `read` but not `write`, the command lists incidents. With neither scope, the command lists webhook
 * endpoints.
 * @returns the command; undefined while the configuration loads. If the configuration cannot be read, the example
 *   incident has only a name.
 */
export function useCurlLine({ key, scopes }: FreshKey): string | undefined {
  const [clientRequestId] = useState(randomUuid)
  const [now] = useState(() => new Date().toISOString())
  const configuration = useQuery(currentConfigurationQuery)
  const location = useQuery(anyLocationQuery)
  const baseUrl = `${window.location.origin}/api/v1`
  if (!scopes.includes('write')) return (scopes.includes('read') ? curlList : curlEndpoints)(baseUrl, key)
  if (configuration.isPending || location.isPending) return undefined
  const body = configuration.data
    ? exampleCreation(configuration.data, { clientRequestId, now, locationId: location.data?.id })
    : { clientRequestId, name: keyTexts.shown.example }
  return curlCreation(baseUrl, key, body)
}
