import { randomUUID } from 'node:crypto'
import type { Comment, CreateComment } from '@tocsin/contract/api/comment.ts'
import type { CreateIncident, IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { inject } from 'vitest'
import { callerOf } from '../../../server/test/support/caller.ts'

/**
 * Sends a request with an API key to the external API of the shared demo server.
 * @returns the parsed body of the response
 * @throws Error with the status and the body of a response that is not successful
 */
export async function callExternally<Result>(
  key: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Result> {
  const response = await callerOf(inject('demo').baseUrl, { 'x-api-key': key })<Result>(method, path, { body })
  if (response.status >= 300)
    throw new Error(`${method} ${path} answered ${response.status} ${JSON.stringify(response.body)}`)
  return response.body
}

/** Creates an incident through the external API. Without a name in `fields`, its name is “Freezer 3 is warm”. */
export const createExternally = (key: string, fields: Partial<CreateIncident> = {}): Promise<IncidentResponse> =>
  callExternally(key, 'POST', '/incidents', { clientRequestId: randomUUID(), name: 'Freezer 3 is warm', ...fields })

/** Reads the first 200 incidents of the API key's organization through the external API. */
export const listExternally = async (key: string): Promise<IncidentResponse[]> =>
  (await callExternally<{ data: IncidentResponse[] }>(key, 'GET', '/incidents?limit=200')).data

/** Adds a comment to an incident through the external API. */
export const commentExternally = (
  key: string,
  { id }: IncidentResponse,
  message: string,
  fields: Partial<CreateComment> = {},
): Promise<Comment> =>
  callExternally(key, 'POST', '/comments/by-entity-type/incident', { relatedEntityId: id, message, ...fields })
