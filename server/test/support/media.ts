import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Media, MediaUrls } from '@tocsin/contract/api/media.ts'
import type { ProblemDetails } from '@tocsin/contract/api/problem.ts'
import { addComment } from '../../src/comments/add.ts'
import type { OrganizationScope } from '../../src/scope.ts'
import { apiCallerOf, type ApiResponse } from './caller.ts'
import { newIncident, type TestServer } from './harness.ts'
import { until } from './until.ts'

/** Organization with two API keys and one incident, for tests of files. */
export interface Tenant {
  scope: OrganizationScope
  key: string
  readOnlyKey: string
  incidentId: string
}

export async function addTenant(server: TestServer): Promise<Tenant> {
  const { scope, key, readOnlyKey, call } = await server.newOrganization()
  const { id: incidentId } = await newIncident(call)
  return { scope, key, readOnlyKey, incidentId }
}

export async function addStaffComment({ scope, incidentId }: Tenant): Promise<string> {
  const { comment } = await addComment(scope, { relatedEntityId: incidentId }, { madeThroughApi: false })
  return comment.id
}

type Uploader = Pick<Tenant, 'key' | 'incidentId'>

export function upload(
  { url }: TestServer,
  { key, incidentId }: Uploader,
  contents: Uint8Array | string,
  fileName = 'photo.jpg',
): Promise<ApiResponse<Media & ProblemDetails>> {
  const body = new FormData()
  body.append('file', new Blob([contents as Uint8Array<ArrayBuffer>]), fileName)
  return apiCallerOf(url, key)('POST', `/incidents/${incidentId}/media`, { body })
}

/** Sends a request body unchanged, even if it is malformed, to the operation that attaches a file. */
export async function uploadBody(
  { url }: TestServer,
  { key, incidentId }: Uploader,
  body: FormData | string | Uint8Array<ArrayBuffer> | undefined,
  contentType?: string,
): Promise<{ status: number; body: Media & ProblemDetails }> {
  const response = await fetch(`${url}/api/v1/incidents/${incidentId}/media`, {
    method: 'POST',
    headers: { 'x-api-key': key, ...(contentType && { 'content-type': contentType }) },
    ...(body !== undefined && { body }),
  })
  return { status: response.status, body: (await response.json()) as Media & ProblemDetails }
}

/**
 * Requests the download URLs of a file.
 * @param subject `incidents/<id>` or `comments/<id>`.
 */
export const urlsOf = ({ url }: TestServer, key: string, subject: string, mediaId: string) =>
  apiCallerOf(url, key)<MediaUrls & ProblemDetails>('GET', `/download/${subject}/media/${mediaId}/urls`)

/**
 * Waits until the server has made the thumbnail of a file or has decided to make none. The server may do this after it
 * has answered the upload.
 */
export const thumbnailFinished = ({ database: { database } }: TestServer, mediaId: string): Promise<void> =>
  until('the thumbnail is made or will not be made', async () => {
    const query = database.selectFrom('media').select('thumbnail_due_at as dueAt').where('id', '=', mediaId)
    return (await query.executeTakeFirstOrThrow()).dueAt === null
  })

/**
 * Returns everything that uploads of one organization have left behind: rows, events, stored objects and temporary
 * files. The result equals `nothing` if they have left nothing behind.
 */
export async function tracesOf({ environment: { DATA_DIR } }: TestServer, { scope }: Tenant) {
  const { database, organizationId } = scope
  const media = database.selectFrom('media').select('id').where('organization_id', '=', organizationId)
  const incidents = database.selectFrom('incidents').select('media_ids').where('organization_id', '=', organizationId)
  const events = database.selectFrom('events').select('kind').where('organization_id', '=', organizationId)
  return {
    rows: (await media.execute()).length,
    mediaIds: (await incidents.execute()).flatMap(({ media_ids }) => media_ids),
    events: (await events.where('kind', '=', 'media.attached').execute()).length,
    objects: await namesIn(join(DATA_DIR, 'media', organizationId)),
    uploads: await namesIn(join(DATA_DIR, 'uploads')),
  }
}

export const nothing = { rows: 0, mediaIds: [], events: 0, objects: [], uploads: [] }

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])
