import { spawnSync } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pino from 'pino'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, afterEach, expect, test } from 'vitest'
import { openMediaStorage } from '../../src/media/storage/storage.ts'
import { sweepMedia } from '../../src/media/storage/sweep.ts'
import { startService } from '../../src/main.ts'
import { startTestServer } from '../support/harness.ts'
import { Bucket } from '../support/bucket.ts'
import { addTenant, nothing, tracesOf, thumbnailFinished, upload, urlsOf } from '../support/media.ts'

/** Bucket of a fake S3 server. Tocsin stores files in the bucket and signs download URLs that lead to the bucket. */
const bucket = new Bucket()
const server = await startTestServer({
  MEDIA_STORAGE: 's3',
  S3_BUCKET: 'files',
  S3_ENDPOINT: await bucket.open(),
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
})
afterEach(() => {
  bucket.forbidden = undefined
  bucket.unanswered = undefined
})
afterAll(() => bucket.close())

test('stores a file with its checksum in S3 and issues a signed URL that downloads the file from S3', async () => {
  const tenant = await addTenant(server)
  const contents = randomBytes(2_000_000)
  const { status, body: media } = await upload(server, tenant, contents, 'Kühlung.bin')
  expect(status).toBe(201)
  const stored = bucket.objects.get(`${tenant.scope.organizationId}/${media.id}`)!
  expect(stored.bytes.equals(contents)).toBe(true)
  expect(stored.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': '2000000',
    'x-amz-checksum-sha256': createHash('sha256').update(contents).digest('base64'),
  })
  expect(stored.headers).not.toHaveProperty('x-amz-acl')

  const { body: urls } = await urlsOf(server, tenant.key, `incidents/${tenant.incidentId}`, media.id)
  const { origin, searchParams } = new URL(urls.downloadUrl)
  expect(origin).toBe(server.environment.S3_ENDPOINT)
  expect(searchParams.get('X-Amz-Expires')).toBe('900')
  expect(searchParams.get('X-Amz-Signature')).toMatch(/^[0-9a-f]{64}$/)
  const response = await fetch(urls.downloadUrl)
  expect(Buffer.from(await response.arrayBuffer()).equals(contents)).toBe(true)
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="K?hlung.bin"; filename*=UTF-8''K%C3%BChlung.bin`,
  )
})

test('a server can stop while its sweep of leftover files waits for S3', async () => {
  await addTenant(server)
  bucket.unanswered = /^/
  const again = await startService(server.environment, pino({ level: 'silent' }))
  await expect.poll(() => bucket.unansweredCount).toBeGreaterThan(0)
  await again.stop()
})

test('stores the thumbnail of an image in S3', async () => {
  const tenant = await addTenant(server)
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  const { body: media } = await upload(server, tenant, photo)
  await thumbnailFinished(server, media.id)
  const { body: urls } = await urlsOf(server, tenant.key, `incidents/${tenant.incidentId}`, media.id)
  const response = await fetch(urls.thumbnailDownloadUrl!)
  expect(response.headers.get('content-type')).toBe('image/webp')
  expect(
    Buffer.from(await response.arrayBuffer())
      .subarray(8, 12)
      .toString(),
  ).toBe('WEBP')
})

test('stores an empty file in S3', async () => {
  const tenant = await addTenant(server)
  const { status, body: media } = await upload(server, tenant, '', 'empty.txt')
  expect(status).toBe(201)
  expect(bucket.objects.get(`${tenant.scope.organizationId}/${media.id}`)!.bytes).toHaveLength(0)
})

const smallPhoto = () =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer()

test('stores an image although S3 rejects its thumbnail, and retries the thumbnail later', async () => {
  const tenant = await addTenant(server)
  bucket.forbidden = /\.webp$/
  const { status, body: media } = await upload(server, tenant, await smallPhoto())
  expect(status).toBe(201)
  const row = () =>
    server.database.database
      .selectFrom('media')
      .select([sql<boolean>`thumbnail_due_at > now() + interval '30 seconds'`.as('isPostponed'), 'thumbnail_attempts'])
      .where('id', '=', media.id)
      .executeTakeFirstOrThrow()
  await expect.poll(row).toEqual({ isPostponed: true, thumbnail_attempts: 0 })

  bucket.forbidden = undefined
  await sql`update media set thumbnail_due_at = now() where id = ${media.id}`.execute(server.database.database)
  await thumbnailFinished(server, media.id)
  expect(bucket.objects.has(`${tenant.scope.organizationId}/${media.id}.webp`)).toBe(true)
})

test('answers 503 and stores nothing when S3 rejects a file', async () => {
  const tenant = await addTenant(server)
  const photo = await smallPhoto()
  bucket.forbidden = /[0-9a-f]$/
  expect(await upload(server, tenant, photo)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(await tracesOf(server, tenant)).toEqual(nothing)
  const keys = [...bucket.objects.keys()].filter((key) => key.startsWith(tenant.scope.organizationId))
  expect(keys).toEqual([])
})

test('storing a file fails with a timeout if S3 does not answer', async () => {
  const storage = await openMediaStorage(server.environment, 200)
  bucket.unanswered = /silence$/
  const stored = storage.disk.putStream('silence', Readable.from(['text']), { contentLength: 4 })
  await expect(stored).rejects.toMatchObject({ cause: { name: 'TimeoutError' } })
  await storage.disk.put('answer', 'text')
})

test('the sweep of leftover files reads the list of S3 objects page by page and deletes only old objects without a database row', async () => {
  const tenant = await addTenant(server)
  const { organizationId } = tenant.scope
  const uploaded = await Promise.all([upload(server, tenant, 'one'), upload(server, tenant, 'two')])
  const lastModified = new Date(Date.now() - 61 * 60_000)
  const orphan = { bytes: Buffer.from('orphan'), headers: {}, lastModified }
  const id = randomUUID()
  const orphans = [`${organizationId}/${id}`, `${organizationId}/${id}.webp`, `${organizationId}/${randomUUID()}`]
  const young = `${organizationId}/${randomUUID()}`
  const foreign = [`${randomUUID()}/${randomUUID()}`, `${organizationId}/notes.txt`, 'backup.tar', 'ä ö@ü']
  for (const key of [...orphans, ...foreign]) bucket.objects.set(key, orphan)
  bucket.objects.set(young, { ...orphan, lastModified: new Date() })
  for (const { body } of uploaded) bucket.objects.get(`${organizationId}/${body.id}`)!.lastModified = lastModified

  const storage = await openMediaStorage(server.environment)
  const before = bucket.objects.size
  await sweepMedia(server.service, storage, pino({ level: 'silent' }), new AbortController().signal)
  expect(orphans.filter((key) => bucket.objects.has(key))).toEqual([])
  expect(bucket.objects.size).toBe(before - orphans.length)
})

test('a server that stores files in S3 stores no files on its disk and serves no files from its disk', async () => {
  const tenant = await addTenant(server)
  await upload(server, tenant, 'contents')
  expect(await readdir(server.environment.DATA_DIR)).not.toContain('media')
  expect(await readdir(join(server.environment.DATA_DIR, 'uploads'))).toEqual([])
  expect((await fetch(`${server.url}/download/media/a/b/file`)).status).toBe(404)
})

test('does not load the S3 SDK when files are stored on disk', () => {
  const storage = new URL('../../src/media/storage/storage.ts', import.meta.url)
  const script = `
    import { registerHooks } from 'node:module'
    registerHooks({ resolve: (name, context, next) => (console.log(name), next(name, context)) })
    const { openMediaStorage } = await import(${JSON.stringify(storage)})
    await openMediaStorage({ DATA_DIR: process.argv[1], MEDIA_STORAGE: process.argv[2], MEDIA_MAX_MIB: 1, S3_REGION: 'x', S3_BUCKET: 'x' })`
  const loadedFor = (kind: string) =>
    spawnSync(process.execPath, [
      '--input-type=module',
      '-e',
      script,
      server.environment.DATA_DIR,
      kind,
    ]).stdout.toString()
  expect(loadedFor('disk')).not.toContain('@aws-sdk')
  expect(loadedFor('s3')).toContain('@aws-sdk')
})
