import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { Bucket } from '../support/bucket.ts'
import { emptyDatabase, markName, newInstallation } from '../support/installation.ts'

const bucket = new Bucket()
const s3 = { bucket, url: await bucket.open() }
afterAll(() => bucket.close())

describe('the mark of the installation', () => {
  test.each([
    ['disk', undefined],
    ['s3', s3],
  ])('each start of a server is counted in the database and in the media store: %s', async (_, store) => {
    bucket.objects.clear()
    const installation = await newInstallation(store)
    const { id } = await installation.markInDatabase()
    for (const starts of [1, 2]) {
      await installation.start()
      expect(await installation.markInDatabase()).toEqual({ id, starts })
      expect(await installation.readMark()).toEqual({ id, starts })
    }
  })

  test('while four servers start at once, the media store never counts more starts than the database', async () => {
    const installation = await newInstallation()
    await emptyDatabase(installation.database)
    await Promise.all(Array.from({ length: 4 }, () => installation.start()))
    const { id, starts } = await installation.markInDatabase()
    expect(starts).toBe(4)
    const stored = await installation.readMark()
    expect(stored.id).toBe(id)
    expect(stored.starts).toBeLessThanOrEqual(starts)
  })
})

describe('accepted pairs of a database and a media store', () => {
  test('a server starts beside another server with the same database and the same files', async () => {
    const installation = await newInstallation()
    await installation.use()
    const { starts } = await installation.markInDatabase()
    await Promise.all([installation.start(), installation.start()])
    expect(await installation.markInDatabase()).toMatchObject({ starts: starts + 2 })
  })

  test('a server starts in a new container with an empty DATA_DIR and files in S3', async () => {
    bucket.objects.clear()
    const installation = await newInstallation(s3)
    await installation.use()
    await rm(installation.environment.DATA_DIR, { recursive: true, force: true })
    await installation.start()
    expect(await installation.readMark()).toEqual(await installation.markInDatabase())
  })

  test('a server starts with an empty DATA_DIR if the database contains no files', async () => {
    const installation = await newInstallation()
    await installation.start()
    await rm(installation.environment.DATA_DIR, { recursive: true, force: true })
    await installation.start()
    expect(await installation.readMark()).toEqual(await installation.markInDatabase())
  })

  test('a server starts on the files of an earlier version, which have no installation mark', async () => {
    const installation = await newInstallation()
    await installation.use()
    await rm(join(installation.environment.DATA_DIR, 'media', markName))
    await installation.use()
    expect(await installation.readMark()).toEqual(await installation.markInDatabase())
  })

  test('a server starts after a crash in which the start was counted in the database but not in the media store', async () => {
    const installation = await newInstallation()
    await installation.use()
    await sql`update installation set starts = starts + 1`.execute(installation.database)
    await installation.use()
    expect(await installation.readMark()).toEqual(await installation.markInDatabase())
  })

  test('a server starts even if it cannot access the installation mark in the bucket, and leaves the mark unchanged', async () => {
    bucket.objects.clear()
    const installation = await newInstallation(s3)
    await installation.use()
    const before = await installation.readMark()
    bucket.forbidden = new RegExp(markName)
    await installation.start().finally(() => (bucket.forbidden = undefined))
    expect(await installation.readMark()).toEqual(before)
  })
})
