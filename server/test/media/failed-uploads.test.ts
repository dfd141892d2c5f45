import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { deleteIncident } from '../../src/incidents/change/delete.ts'
import { attachMedia } from '../../src/media/attach.ts'
import { openMediaStorage } from '../../src/media/storage/storage.ts'
import { OrganizationScope } from '../../src/scope.ts'
import { startTestServer } from '../support/harness.ts'
import { addTenant, nothing, uploadBody, tracesOf, upload } from '../support/media.ts'

const server = await startTestServer({ MEDIA_MAX_MIB: 4 })

const part = (name: string, contents: string, fileName?: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}` +
  `\r\n\r\n${contents}\r\n`
const multipart = 'multipart/form-data; boundary=x'
const large = 'x'.repeat(300_000)

test.each([
  ['an empty form', '--x--\r\n'],
  ['no bytes at all', ''],
  ['a text', `${part('file', 'text')}--x--\r\n`],
  ['a form whose file nobody has chosen', `${part('file', '', '')}--x--\r\n`],
  ['a file of another name', `${part('photo', large, 'a.txt')}--x--\r\n`],
  ['two files', `${part('file', large, 'a.txt')}${part('file', large, 'b.txt')}--x--\r\n`],
  ['a field before the file', `${part('caption', 'text')}${part('file', large, 'a.txt')}--x--\r\n`],
  ['a field after the file', `${part('file', large, 'a.txt')}${part('caption', 'text')}--x--\r\n`],
  ['a field named like a prototype', `${part('__proto__', 'text', 'a.txt')}--x--\r\n`],
  ['a body that ends too early', part('file', large, 'a.txt')],
  ['a body that is not multipart', large],
])('rejects an upload of %s with file_missing and stores nothing', async (_case, body) => {
  const tenant = await addTenant(server)
  const response = await uploadBody(server, tenant, body, multipart)
  expect(response).toMatchObject({ status: 400, body: { code: 'file_missing' } })
  expect(await tracesOf(server, tenant)).toEqual(nothing)
})

test('rejects a form in which two files have the same field name, and the problem names the field', async () => {
  const body = `${part('file', 'a', 'a.txt')}${part('file', 'b', 'b.txt')}--x--\r\n`
  const response = await uploadBody(server, await addTenant(server), body, multipart)
  expect(response.body).toMatchObject({ detail: expect.stringContaining('there is also a file part named "file".') })
})

test.each([
  ['application/json', '{}'],
  ['application/x-www-form-urlencoded', 'file=1'],
  ['text/plain', 'text'],
  [undefined, undefined],
])('rejects an upload with the content type %s', async (contentType, body) => {
  const tenant = await addTenant(server)
  const response = await uploadBody(server, tenant, body, contentType)
  expect(response).toMatchObject({ status: 400, body: { code: 'unsupported_content_type' } })
})

test('rejects a multipart body without a boundary parameter', async () => {
  const tenant = await addTenant(server)
  const response = await uploadBody(server, tenant, part('file', 'text', 'a.txt'), 'multipart/form-data')
  expect(response).toMatchObject({ status: 400, body: { code: 'file_missing' } })
})

test('accepts a file of the maximum size and rejects a file that is one byte larger', async () => {
  const tenant = await addTenant(server)
  const largest = randomBytes(4 * 1024 * 1024)
  const tooLarge = await upload(server, tenant, Buffer.concat([largest, Buffer.from('!')]))
  expect(tooLarge).toMatchObject({
    status: 400,
    body: { code: 'file_too_large', detail: 'The file is larger than 4 MiB.' },
  })
  expect(await tracesOf(server, tenant)).toEqual(nothing)
  expect((await upload(server, tenant, largest)).status).toBe(201)
})

test('rejects a file of 40 MiB before the client has sent the whole file', async () => {
  const tenant = await addTenant(server)
  const response = await upload(server, tenant, randomBytes(40 * 1024 * 1024))
  expect(response).toMatchObject({ status: 400, body: { code: 'file_too_large' } })
  expect(await tracesOf(server, tenant)).toEqual(nothing)
})

test('stores nothing when the client disconnects during an upload', async () => {
  const tenant = await addTenant(server)
  const request = httpRequest(`${server.url}/api/v1/incidents/${tenant.incidentId}/media`, {
    method: 'POST',
    headers: { 'x-api-key': tenant.key, 'content-type': multipart, 'content-length': 3_000_000 },
  })
  request.on('error', () => undefined)
  request.write(part('file', large, 'a.txt').slice(0, -2))
  const uploads = join(server.environment.DATA_DIR, 'uploads')
  const received = async () => {
    const [name] = await readdir(uploads)
    return (await stat(join(uploads, name!))).size
  }
  await expect.poll(received).toBeGreaterThan(100_000)

  request.destroy()
  await expect.poll(() => tracesOf(server, tenant)).toEqual(nothing)
})

test('stores nothing when the incident is deleted during an upload', async () => {
  const tenant = await addTenant(server)
  const { port } = new URL(server.url)
  const request = httpRequest({
    port,
    path: `/api/v1/incidents/${tenant.incidentId}/media`,
    method: 'POST',
    headers: { 'x-api-key': tenant.key, 'content-type': multipart },
  })
  request.write(part('file', large, 'a.txt'))
  const uploads = join(server.environment.DATA_DIR, 'uploads')
  await expect.poll(() => readdir(uploads)).toHaveLength(1)
  await deleteIncident(tenant.scope, tenant.incidentId)

  request.end('--x--\r\n')
  const [response] = await once(request, 'response')
  response.resume()
  expect(response.statusCode).toBe(404)
  expect(await tracesOf(server, tenant)).toEqual(nothing)
})

test.each(['media', 'upload'])('answers 503 and stores nothing when the %s folder is not writable', async (name) => {
  const tenant = await addTenant(server)
  const { DATA_DIR } = server.environment
  const folder = name === 'upload' ? join(DATA_DIR, 'uploads') : join(DATA_DIR, 'media', tenant.scope.organizationId)
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, '..'), { recursive: true })
  await writeFile(folder, 'a file where the folder should be')

  const response = await upload(server, tenant, 'contents')
  expect(response).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(response.headers.get('retry-after')).toBe('30')
  await rm(folder)
  await mkdir(folder)
  expect(await tracesOf(server, tenant)).toEqual(nothing)
})

test('deletes the stored object of a file when the database transaction fails', async () => {
  const tenant = await addTenant(server)
  const storage = await openMediaStorage(server.environment)
  const { organizationId } = tenant.scope
  // The user of this scope does not exist. The database therefore rejects the row of the file, after the object has
  // been stored.
  const scopeOfMissingUser = new OrganizationScope(organizationId, randomUUID(), tenant.scope.service)
  const put = vi.spyOn(storage.disk, 'putStream')
  const stream = Readable.from([Buffer.from('contents')])
  await expect(
    attachMedia(scopeOfMissingUser, storage, { incidentId: tenant.incidentId }, { fileName: 'a.txt', stream }),
  ).rejects.toThrow(/foreign key/)
  expect(put).toHaveBeenCalledOnce()
  expect(await tracesOf(server, tenant)).toEqual(nothing)
})

test.each([0, 100])('stores nothing when the uploaded stream fails after %i ms', async (delayMs) => {
  const tenant = await addTenant(server)
  const storage = await openMediaStorage(server.environment)
  const stream = new PassThrough()
  stream.write('the beginning')
  setTimeout(() => stream.destroy(new Error('unplugged')), delayMs)
  await expect(
    attachMedia(tenant.scope, storage, { incidentId: tenant.incidentId }, { fileName: 'a.txt', stream }),
  ).rejects.toThrow('unplugged')
  expect(await tracesOf(server, tenant)).toEqual(nothing)
})
