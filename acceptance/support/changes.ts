import { type ApiResponse, type Client, integration } from './client.ts'
import type { BatchResult, Incident, Problem } from './resources.ts'

type Headers = Record<string, string>

export const patchIncident = (
  id: string,
  patch: unknown,
  headers: Headers = {},
  client: Client = integration,
): Promise<ApiResponse<Incident & Problem>> => client.patch(`/incidents/${id}`, patch, { headers })

/** Changes an incident. @throws Error if the server rejects the change */
export async function changeIncident(id: string, patch: object, headers: Headers = {}): Promise<Incident> {
  const { status, body, text } = await patchIncident(id, patch, headers)
  if (status !== 200) throw new Error(`the incident was not changed: ${status} ${text}`)
  return body
}

export const deleteIncident = (id: string, headers: Headers = {}): Promise<ApiResponse<Problem>> =>
  integration.delete(`/incidents/${id}`, { headers })

export const restoreIncident = (id: string, headers: Headers = {}): Promise<ApiResponse<Incident & Problem>> =>
  integration.post(`/incidents/${id}/restore`, undefined, { headers })

export const sendBatch = (
  items: unknown[],
  client: Client = integration,
): Promise<ApiResponse<{ results: BatchResult[] } & Problem>> => client.post('/incidents/batch', { items })

/** Value of the header that marks a response as a replay; null if the request was carried out. */
export const replayed = ({ headers }: ApiResponse): string | null => headers.get('idempotent-replayed')
