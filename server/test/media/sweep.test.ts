import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DriveFile } from 'flydrive'
import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { PreparingClient } from '../../src/database/prepare.ts'
import { openMediaStorage } from '../../src/media/storage/storage.ts'
import { sweepMedia } from '../../src/media/storage/sweep.ts'
import { startService } from '../../src/main.ts'
import { startTestServer } from '../support/harness.ts'
import { addTenant, tracesOf, upload } from '../support/media.ts'

const server = await startTestServer()

const silent = pino({ level: 'silent' })

async function sweep(log = silent) {
  const storage = await openMediaStorage(server.environment)
  return sweepMedia(server.service, storage, log, new AbortController().signal)
}

/** Writes a file below DATA_DIR and sets its modification time to the given number of minutes ago. */
async function leave(path: string, minutes: number): Promise<void> {
  const file = join(server.environment.DATA_DIR, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, 'left')
  const at = new Date(Date.now() - minutes * 60_000)
  await utimes(file, at, at)
}

test('the sweep of leftover files deletes only files that are older than an hour and have no row in the database', async () => {
  const tenant = await addTenant(server)
  const { organizationId } = tenant.scope
  const { body: media } = await upload(server, tenant, 'contents')
  const at = new Date(Date.now() - 24 * 60 * 60_000)
  await utimes(join(server.environment.DATA_DIR, 'media', organizationId, media.id), at, at)
  const [orphan, young, foreign] = [randomUUID(), randomUUID(), randomUUID()]
  await leave(`media/${organizationId}/${orphan}`, 61)
  await leave(`media/${organizationId}/${orphan}.webp`, 61)
  await leave(`media/${organizationId}/${young}`, 59)
  await leave(`media/${organizationId}/notes.txt`, 61)
  await leave(`media/${foreign}/${orphan}`, 61)
  await leave(`uploads/${orphan}`, 61)
  await leave(`uploads/${young}`, 59)

  expect(await sweep()).toEqual({ uploads: 1, objects: 2 })
  expect(await tracesOf(server, tenant)).toMatchObject({
    rows: 1,
    mediaIds: [media.id],
    objects: expect.toSatisfy(
      (names: string[]) => names.toSorted().join() === [media.id, 'notes.txt', young].toSorted().join(),
    ),
    uploads: [young],
  })
  expect(await readdir(join(server.environment.DATA_DIR, 'media', foreign))).toEqual([orphan])
  expect(await sweep()).toEqual({ uploads: 0, objects: 0 })
})

test('the sweep of leftover files continues if another process deletes one of the files during the sweep', async () => {
  const { organizationId } = (await addTenant(server)).scope
  const [vanished, left] = [`${organizationId}/${randomUUID()}`, `${organizationId}/${randomUUID()}`]
  await leave(`media/${vanished}`, 61)
  await leave(`media/${left}`, 61)
  const { getMetaData } = DriveFile.prototype
  const examined = vi.spyOn(DriveFile.prototype, 'getMetaData').mockImplementation(async function (this: DriveFile) {
    if (this.key === vanished) await rm(join(server.environment.DATA_DIR, 'media', vanished))
    return getMetaData.call(this)
  })
  expect(await sweep()).toMatchObject({ objects: 1 })
  examined.mockRestore()
  expect(await readdir(join(server.environment.DATA_DIR, 'media', organizationId))).toEqual([])
})

test('the sweep of leftover files deletes nothing and warns if more than 1,000 files have no row in the database', async () => {
  const tenant = await addTenant(server)
  const folder = `media/${tenant.scope.organizationId}`
  const ids = Array.from({ length: 1_200 }, () => randomUUID())
  await Promise.all(ids.map((id) => leave(`${folder}/${id}`, 61)))
  const warn = vi.fn<() => void>()
  const examined = vi.spyOn(DriveFile.prototype, 'getMetaData')
  expect(await sweep(Object.assign(pino({ level: 'silent' }), { warn }))).toMatchObject({ objects: 0 })
  expect(warn).toHaveBeenCalledOnce()
  expect(examined).toHaveBeenCalledTimes(1_002)
  examined.mockRestore()
  expect(await readdir(join(server.environment.DATA_DIR, folder))).toHaveLength(1_200)
})

test('the sweep of leftover files sends the same number of SQL statements for fifty organizations with files as for two', async () => {
  await addTenantsWithFile(2)
  const before = await countStatementsOfSweep()
  expect(before).toBeGreaterThan(0)
  await addTenantsWithFile(50)
  expect(await countStatementsOfSweep()).toBe(before)
})

async function addTenantsWithFile(count: number): Promise<void> {
  for (let added = 0; added < count; added++) await upload(server, await addTenant(server), 'contents')
}

/** Runs the sweep of leftover files. @returns the number of statements that look for rows of files. */
async function countStatementsOfSweep(): Promise<number> {
  const sent = vi.spyOn(PreparingClient.prototype, 'query')
  await sweep()
  const count = sent.mock.calls.filter(([text]) => String(text).includes('as file (organization_id, id)')).length
  sent.mockRestore()
  return count
}

test('a server sweeps leftover files when it starts', async () => {
  const id = randomUUID()
  await leave(`uploads/${id}`, 61)
  const again = await startService(server.environment, silent)
  try {
    await expect.poll(() => readdir(join(server.environment.DATA_DIR, 'uploads'))).not.toContain(id)
  } finally {
    await again.stop()
  }
})
