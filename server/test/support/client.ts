import { randomUUID } from 'node:crypto'
import { callerOf } from './caller.ts'
import { pagesOf } from './harness.ts'

export interface Answer {
  status: number
  body: { id: string; code: string; incidentId?: string; errors?: { code: string; pointer?: string }[] }
  isReplay: boolean
}

/** Creates an Incident through one server; rejects only when there is no answer at all. */
export async function create(url: string, key: string, fields: Record<string, unknown>): Promise<Answer> {
  const response = await fetch(`${url}/api/v1/incidents`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ clientRequestId: randomUUID(), name: 'Freezer above -15 °C', ...fields }),
  })
  return {
    status: response.status,
    body: (await response.json()) as Answer['body'],
    isReplay: response.headers.get('idempotent-replayed') === 'true',
  }
}

export const list = (url: string, key: string, query = '') =>
  fetch(`${url}/api/v1/incidents?${query}`, { headers: { 'x-api-key': key } })

/** Every Incident of the Organization, walked along the cursor. */
export async function walk(url: string, key: string): Promise<{ id: string; clientRequestId: string }[]> {
  const found: { id: string; clientRequestId: string }[] = []
  const call = callerOf(`${url}/api/v1`, { 'x-api-key': key })
  for await (const { data } of pagesOf<{ data: typeof found }>(call, '/incidents?limit=200')) found.push(...data)
  return found
}
