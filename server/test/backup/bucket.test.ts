import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { verifyInstallation } from '../../src/backup/verify-installation.ts'
import { openMediaStorage } from '../../src/media/storage/storage.ts'
import { startTestServer } from '../support/harness.ts'
import { backUpFrom, digestFiles, digestOf, newPlace, openInstallation, restoreInto } from '../support/backup-places.ts'
import { Bucket } from '../support/bucket.ts'
import { addTenant, upload } from '../support/media.ts'

const bucket = new Bucket()
const settings = {
  MEDIA_STORAGE: 's3',
  S3_BUCKET: 'files',
  S3_ENDPOINT: await bucket.open(),
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
} as const
const server = await startTestServer(settings)
afterAll(() => bucket.close())
const tenant = await addTenant(server)
for (const size of [10, 2_500_000]) await upload(server, tenant, randomBytes(size), `${size}.bin`)

/** Returns the keys of all objects except the installation mark, which a backup does not contain. */
const keysIn = ({ objects }: Bucket) => [...objects.keys()].filter((key) => key.includes('/')).toSorted()
const objectsIn = (from: Bucket) =>
  Object.fromEntries(keysIn(from).map((key) => [`/${key}`, digestOf(from.objects.get(key)!.bytes)]))

test('files in S3 can be backed up, restored to a folder, backed up again and restored to another bucket', async () => {
  const place = await newPlace({ isEmbedded: false })
  await restoreInto(place, await backUpFrom(server.environment))
  const expected = objectsIn(bucket)
  expect(await digestFiles(place)).toEqual(expected)

  const other = new Bucket()
  const last = await newPlace({ ...settings, S3_ENDPOINT: await other.open(), isEmbedded: false })
  await restoreInto(last, await backUpFrom(place))
  expect(objectsIn(other)).toEqual(expected)
  const [key, { headers }] = [...other.objects][0]!
  expect(headers['x-amz-checksum-sha256']).toBe(Buffer.from(expected[`/${key}`]!, 'hex').toString('base64'))
  other.close()
})

test('a backup continues after a broken connection to S3, and a restore repeats a write that S3 answers with 503', async () => {
  const other = new Bucket()
  const place = await newPlace({ ...settings, S3_ENDPOINT: await other.open(), isEmbedded: false })
  bucket.flaky = other.flaky = /\//
  await restoreInto(place, await backUpFrom(server.environment))
  bucket.flaky = undefined
  expect(objectsIn(other)).toEqual(objectsIn(bucket))
  other.close()
})

test('a backup continues after S3 has answered the first seven requests with 503', async () => {
  // The AWS SDK sends each request up to three times, so a backup survives seven failures only with retries of its own.
  bucket.unavailableCount = 7
  await backUpFrom(server.environment)
  expect(bucket.unavailableCount).toBe(0)
})

test('a restore into a bucket that already contains files of an organization is rejected', async () => {
  const place = await newPlace({ ...settings, isEmbedded: false })
  await expect(restoreInto(place, await backUpFrom(server.environment))).rejects.toThrow('storage is not empty')
})

test('a failed restore deletes the objects that it has stored in the bucket', async () => {
  const other = new Bucket()
  const place = await newPlace({ ...settings, S3_ENDPOINT: await other.open(), isEmbedded: false })
  other.forbidden = new RegExp(keysIn(bucket).at(-1)!)
  await expect(restoreInto(place, await backUpFrom(server.environment))).rejects.toThrow('Cannot write file')
  expect([...other.objects.keys()]).toEqual([])
  other.close()
})

test('`verifyInstallation` reports a missing file and an altered file in S3', async () => {
  const path = await backUpFrom(server.environment)
  const place = await newPlace({ ...settings, S3_ENDPOINT: await new Bucket().open(), isEmbedded: false })
  await restoreInto(place, path)
  const { service } = await openInstallation(place)
  const storage = await openMediaStorage(place)
  const [first, second] = keysIn(bucket)
  await storage.disk.delete(first!)
  await storage.disk.put(second!, 'something else')
  const report = await verifyInstallation(service, storage, {
    signal: new AbortController().signal,
    advance: () => undefined,
  })
  expect(report).toMatchObject({ files: 1, missing: 1, damaged: 1, examples: [first, second] })
})
