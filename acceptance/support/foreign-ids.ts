import { randomUUID } from 'node:crypto'
import type { ApiResponse } from './client.ts'
import { auditor, location, plainCategory, plainType, point, staffMember } from './organization.ts'

/** Sends a request that contains the given ids, with the API key of another organization. */
export type SendIds = (ids: string[]) => Promise<ApiResponse>

/**
 * Returns the response that another organization receives: the status, the body, and the header names. In the body, a
 * dot replaces each of `ids` and the request id.
 */
export async function receivedAbout(ids: string[], send: SendIds): Promise<unknown> {
  const { status, headers, text } = await send(ids)
  const blanked = [headers.get('x-request-id')!, ...ids].reduce((rest, id) => rest.replaceAll(id, '·'), text)
  const names = [...headers.keys()].filter((name) => !['date', 'content-length'].includes(name))
  return { status, blanked, names }
}

export const receivedWithUnknownIds = (ids: string[], send: SendIds): Promise<unknown> =>
  receivedAbout(
    ids.map(() => randomUUID()),
    send,
  )

/**
 * References that an incident can have. Each has a name, the ids of existing objects, and a function that makes request
 * fields from ids.
 */
export const referencesWith: [string, string[], (ids: string[]) => Record<string, unknown>][] = [
  ['typeId', [plainType.id], ([typeId]) => ({ typeId })],
  ['categoryId', [plainCategory.id], ([categoryId]) => ({ categoryId })],
  ['typeId and categoryId', [plainType.id, plainCategory.id], ([typeId, categoryId]) => ({ typeId, categoryId })],
  ['locationId', [location.id], ([locationId]) => ({ locationId })],
  ['locationId and pointId', [location.id, point.id], ([locationId, pointId]) => ({ locationId, pointId })],
  ['assigneeId', [staffMember.id], ([assigneeId]) => ({ assigneeId })],
  ['the auditor as assigneeId', [auditor.id], ([assigneeId]) => ({ assigneeId })],
]
