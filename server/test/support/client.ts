import { randomUUID } from 'node:crypto'
import { callerOf } from './caller.ts'
import { pagesOf } from './harness.ts'

export interface ApiResponse {
  status: number
  body: { id: string; code: string; incidentId?: string; errors?: { code: string; pointer?: string }[] }
  isReplay: boolean
}

/** Sends a creation of an incident to the server at `url`. The promise rejects only if no response arrives. */
export async function create(url: string, key: string, fields: Record<string, unknown>): Promise<ApiResponse> {
  const response = await fetch(`${url}/api/v1/incidents`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ clientRequestId: randomUUID(), name: 'Freezer above -15 °C', ...fields }),
  })
  return {
    status: response.status,
    body: (await response.json()) as ApiResponse['body'],
    isReplay: response.headers.get('idempotent-replayed') === 'true',
  }
}

export const list = (url: string, key: string, query = '') =>
  fetch(`${url}/api/v1/incidents?${query}`, { headers: { 'x-api-key': key } })

/** Returns all incidents of the API key's organization by following the `next` link from page to page. */
export async function walk(url: string, key: string): Promise<{ id: string; clientRequestId: string }[]> {
  const found: { id: string; clientRequestId: string }[] = []
  const call = callerOf(`${url}/api/v1`, { 'x-api-key': key })
  for await (const { data } of pagesOf<{ data: typeof found }>(call, '/incidents?limit=200')) found.push(...data)
  return found
}
