import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Media, MediaUrls } from '@tocsin/contract/api/media.ts'
import type { ProblemDetails } from '@tocsin/contract/api/problem.ts'
import { afterAll } from 'vitest'
import { addComment } from '../../src/comments/add.ts'
import type { Environment } from '../../src/environment.ts'
import type { OrganizationScope } from '../../src/scope.ts'
import { newIncident, startTestServer, type TestServer } from './harness.ts'
import { until } from './until.ts'
import { makeTemporaryFolder, removeFolder } from './temporary-folder.ts'

/** Organization with two API keys and one incident, for tests of files. */
export interface Tenant {
  scope: OrganizationScope
  key: string
  readOnlyKey: string
  incidentId: string
}

/** Starts the server for one test file, with a data folder that the tests can read. */
export async function startMediaService(overrides: Partial<Environment> = {}): Promise<TestServer> {
  const DATA_DIR = await makeTemporaryFolder('media')
  afterAll(() => removeFolder(DATA_DIR))
  return startTestServer({ ...overrides, DATA_DIR })
}

export async function addTenant(service: TestServer): Promise<Tenant> {
  const { scope, key, readOnlyKey, call } = await service.newOrganization()
  const { id: incidentId } = await newIncident(call)
  return { scope, key, readOnlyKey, incidentId }
}

export async function addStaffComment({ scope, incidentId }: Tenant): Promise<string> {
  const { comment } = await addComment(scope, { relatedEntityId: incidentId }, { madeThroughApi: false })
  return comment.id
}

export interface ApiResponse<Body> {
  status: number
  headers: Headers
  body: Body & ProblemDetails
}

async function responseOf<Body>(response: Response): Promise<ApiResponse<Body>> {
  const { status, headers } = response
  return { status, headers, body: (await response.json()) as Body & ProblemDetails }
}

type Uploader = Pick<Tenant, 'key' | 'incidentId'>

export async function upload(
  service: TestServer,
  uploader: Uploader,
  contents: Uint8Array | string,
  fileName = 'photo.jpg',
): Promise<ApiResponse<Media>> {
  const form = new FormData()
  form.append('file', new Blob([contents as Uint8Array<ArrayBuffer>]), fileName)
  return post(service, uploader, form)
}

/** Sends the given request body, which may be malformed, to the operation that attaches a file. */
export async function post(
  service: TestServer,
  { key, incidentId }: Uploader,
  body: FormData | string | Uint8Array<ArrayBuffer> | undefined,
  contentType?: string,
): Promise<ApiResponse<Media>> {
  const response = await fetch(`${service.url}/api/v1/incidents/${incidentId}/media`, {
    method: 'POST',
    headers: { 'x-api-key': key, ...(contentType && { 'content-type': contentType }) },
    ...(body !== undefined && { body }),
  })
  return responseOf(response)
}

/**
 * Requests the download URLs of a file.
 * @param subject `incidents/<id>` or `comments/<id>`.
 */
export const urlsOf = async (service: TestServer, key: string, subject: string, mediaId: string) =>
  responseOf<MediaUrls>(
    await fetch(`${service.url}/api/v1/download/${subject}/media/${mediaId}/urls`, { headers: { 'x-api-key': key } }),
  )

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
