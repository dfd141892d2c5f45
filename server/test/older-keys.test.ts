import { createHash, randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Media } from '@tocsin/contract/api/media.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Database } from '../src/database/open.ts'
import { issueKey } from '../src/identity/keys/issue.ts'
import { requestDigest } from '../src/request-digest.ts'
import { OrganizationScope } from '../src/scope.ts'
import { apiCallerOf } from './support/caller.ts'
import { createComment } from './support/comments.ts'
import { startTestServer } from './support/harness.ts'
import { insertIncidents, insertOrganization, olderDatabase, type OlderOrganization } from './support/older-database.ts'
import { makeTemporaryFolder, removeFolder } from './support/temporary-folder.ts'

// Versions of the server before migration 0011 store an Idempotency-Key in the row of the comment or uploaded file.
const contents = '-11 °C'

interface Older extends OlderOrganization {
  incidentId: string
}

/** Inserts a comment as the older version of the server does. Returns the id of the comment. */
async function insertOlderComment(database: Database, older: Older, key: string): Promise<string> {
  const id = randomUUID()
  await sql`
    insert into comments (
      organization_id, id, entity_kind, related_entity_id, message, made_through_api, created_by, idempotency_key,
      request_sha256
    ) values (
      ${older.organizationId}, ${id}, 'incident', ${older.incidentId}, 'Seen', true, ${older.actorId}, ${key},
      decode(${requestDigest(bodyOf(older))}, 'hex')
    )`.execute(database)
  return id
}

/** Inserts the row of an uploaded file as the older version of the server does. Returns the id of the file. */
async function insertOlderMedia(database: Database, older: Older, key: string): Promise<string> {
  const id = randomUUID()
  const sha256 = createHash('sha256').update(contents).digest()
  await sql`
    insert into media (
      organization_id, id, incident_id, file_name, content_type, size_bytes, sha256, has_thumbnail, created_by,
      idempotency_key
    ) values (
      ${older.organizationId}, ${id}, ${older.incidentId}, 'log.txt', 'text/plain', 7, ${sha256}, false,
      ${older.actorId}, ${key}
    )`.execute(database)
  return id
}

/** Body of the request with which a client sent the comment to the older version of the server. */
const bodyOf = ({ incidentId }: Older) => ({ relatedEntityId: incidentId, message: 'Seen' })

const { databaseUrl, filled } = await olderDatabase('0011', async (database) => {
  const organization = await insertOrganization(database)
  const [incidentId] = await insertIncidents(database, organization, 1)
  const older = { ...organization, incidentId: incidentId! }
  const commentId = await insertOlderComment(database, older, 'comment-1')
  const mediaId = await insertOlderMedia(database, older, 'upload-1')
  return { older, commentId, mediaId }
})
const { older, commentId, mediaId } = filled
const { organizationId, actorId, incidentId } = older
const body = bodyOf(older)
const folder = await makeTemporaryFolder('older-keys')
afterAll(() => removeFolder(folder))
const DATA_DIR = join(folder, 'data')
// Store the file, because a server does not start if all files of its database are missing.
await mkdir(join(DATA_DIR, 'media', organizationId), { recursive: true })
await writeFile(join(DATA_DIR, 'media', organizationId, mediaId), contents)
const server = await startTestServer({ DATABASE_URL: databaseUrl, DATA_DIR })
const { database } = server.database
const scope = new OrganizationScope(organizationId, actorId, server.service)
const { key: apiKey } = await issueKey(scope, { name: 'test', scopes: ['read', 'write'] })
const call = apiCallerOf(server.url, apiKey)

async function upload(key: string) {
  const form = new FormData()
  form.append('file', new Blob([contents]), 'log.txt')
  return call<Media>('POST', `/incidents/${incidentId}/media`, { body: form, headers: { 'idempotency-key': key } })
}

test('recognizes a retry of a comment that an older version of the server stored before the migration', async () => {
  const retry = await createComment(call, body, 'comment-1')
  expect(retry).toMatchObject({ status: 201, body: { id: commentId } })
  expect(retry.headers.get('idempotent-replayed')).toBe('true')
})

test('recognizes a retry of an upload that an older version of the server stored before the migration', async () => {
  const retry = await upload('upload-1')
  expect(retry).toMatchObject({ status: 201, body: { id: mediaId } })
  expect(retry.headers.get('idempotent-replayed')).toBe('true')
})

test('recognizes a retry of a comment that a server of an older version stores while this server runs', async () => {
  const id = await insertOlderComment(database, older, 'comment-2')
  expect(await createComment(call, body, 'comment-2')).toMatchObject({ status: 201, body: { id } })
})

test('recognizes a retry of an upload that a server of an older version stores while this server runs', async () => {
  const id = await insertOlderMedia(database, older, 'upload-2')
  expect(await upload('upload-2')).toMatchObject({ status: 201, body: { id } })
})

test('rejects another operation with an Idempotency-Key that an older version of the server has stored', async () => {
  const id = await insertOlderMedia(database, older, 'upload-3')
  expect(await createComment(call, body, 'upload-3')).toMatchObject({
    status: 400,
    body: { code: 'idempotency_key_reused', mediaId: id },
  })
})

test('an older version cannot store a comment with an Idempotency-Key that this version has stored', async () => {
  expect((await createComment(call, body, 'used-1')).status).toBe(201)
  await expect(insertOlderComment(database, older, 'used-1')).rejects.toMatchObject({ code: '40P01' })
})

test('a change by an older version of the server raises the version of the incident', async () => {
  const read = async () => (await call<{ version: number }>('GET', `/incidents/${incidentId}`)).body.version
  const before = await read()
  await sql`
    update incidents set name = 'Older', last_modified_at = last_modified_at + interval '1 second'
    where id = ${incidentId}`.execute(database)
  expect(await read()).toBe(before + 1)
})
