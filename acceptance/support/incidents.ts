import { randomUUID } from 'node:crypto'
import { type ApiResponse, type Client, integration, type Query, reader, type Sending } from './client.ts'
import type { Creation, Incident, IncidentDetails, Page, Problem } from './resources.ts'

/**
 * Makes a text that is used nowhere else. Specs find their own incidents by such texts, because all specs run at the
 * same time in one organization.
 */
export const unique = (word: string): string => `${word} ${randomUUID()}`

/**
 * Makes a request body of create-incident that the default profile accepts.
 * @param fields fields to add or replace; the value undefined leaves a field out
 */
export const creation = (fields: Record<string, unknown> = {}): Creation => ({
  clientRequestId: randomUUID(),
  name: 'Water on the floor',
  ...fields,
})

/** Sends a creation with the fields, and returns the response even if the server rejects the creation. */
export const tryCreation = (
  fields: Record<string, unknown> = {},
  client: Client = integration,
): Promise<ApiResponse<Incident & Problem>> => client.post('/incidents', creation(fields))

/** Creates an incident with the fields. @throws Error if the server rejects the creation */
export async function createIncident(
  fields: Record<string, unknown> = {},
  client: Client = integration,
): Promise<Incident> {
  const { status, body, text } = await tryCreation(fields, client)
  if (status !== 201) throw new Error(`the incident was not created: ${status} ${text}`)
  return body
}

/** Creates the incidents one after another, so that their creation order is known. */
export async function createInOrder(each: Record<string, unknown>[]): Promise<Incident[]> {
  const created: Incident[] = []
  for (const fields of each) created.push(await createIncident(fields))
  return created
}

/**
 * Attaches a file to the incident, so that its lastModifiedAt is later than its createdAt.
 * @returns the changed incident
 */
export async function modify({ id }: Incident): Promise<Incident> {
  const { status, text } = await upload(id)
  if (status !== 201) throw new Error(`the file was not attached: ${status} ${text}`)
  return readIncident(id)
}

/** Uploads a text file to an incident. */
export function upload(id: string): Promise<ApiResponse> {
  const form = new FormData()
  form.append('file', new Blob(['It has stopped.']), 'note.txt')
  return integration.send('POST', `/incidents/${id}/media`, { body: form })
}

/** Sends get-incident, and returns the response even if there is no such incident. */
export const getIncident = (id: string): Promise<ApiResponse<IncidentDetails & Problem>> =>
  reader.get(`/incidents/${id}`)

/**
 * Reads an incident. Leaves out `nextStates`, which no other response has, so that the incident can be compared with
 * other responses.
 */
export async function readIncident(id: string): Promise<Incident> {
  const { status, body, text } = await getIncident(id)
  if (status !== 200) throw new Error(`the incident was not read: ${status} ${text}`)
  const { nextStates: _, ...incident } = body
  return incident
}

/** Sends a text unchanged as the body of create-incident. */
export const sendCreationText = (
  body: string,
  headers: Sending['headers'] = {},
): Promise<ApiResponse<Incident & Problem>> =>
  integration.send('POST', '/incidents', { body, headers: { 'content-type': 'application/json', ...headers } })

export const listIncidents = (
  query: Query,
  headers: Record<string, string> = {},
): Promise<ApiResponse<Page<Incident>>> => reader.get('/incidents', { query, headers })

/** Returns the ids of the listed incidents in the order of the list. @throws Error if the server rejects the query */
export async function listedIds(query: Query): Promise<string[]> {
  const { status, body, text } = await listIncidents(query)
  if (status !== 200) throw new Error(`the list was rejected: ${status} ${text}`)
  return idsOf(body.data)
}

export const idsOf = (items: { id: string }[]): string[] => items.map(({ id }) => id)
