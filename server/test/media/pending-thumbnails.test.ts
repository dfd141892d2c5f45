import { randomUUID } from 'node:crypto'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { migrate } from '../../src/database/migrate.ts'
import { openDatabase } from '../../src/database/open.ts'
import { makeService } from '../../src/service.ts'
import { readEnvironment } from '../../src/environment.ts'
import { createIncident } from '../../src/incidents/create/create.ts'
import { attachMedia } from '../../src/media/attach.ts'
import { deleteMedia } from '../../src/media/delete.ts'
import { mediaKey, openMediaStorage } from '../../src/media/storage/storage.ts'
import { PendingThumbnails } from '../../src/media/thumbnails/pending.ts'
import { claimFile } from '../../src/media/thumbnails/queries.ts'
import type { Rendering } from '../../src/media/thumbnails/renderer.ts'
import { createOrganization } from '../../src/organizations/create.ts'
import type { OrganizationScope } from '../../src/scope.ts'
import { eventsOf } from '../support/harness.ts'
import { until } from '../support/until.ts'
import { makeTemporaryFolder, removeFolder } from '../support/temporary-folder.ts'

// Open the database without starting a server, because a server would make the thumbnails before the tests do.
const folder = await makeTemporaryFolder('thumbnails')
const environment = readEnvironment({ DATA_DIR: folder })
const opened = await openDatabase({ databaseUrl: undefined, dataFolder: folder, log: () => undefined })
const { database, close } = opened
const service = makeService(opened)
await migrate(database, () => undefined)
const storage = await openMediaStorage(environment)
afterAll(async () => {
  await close()
  await removeFolder(folder)
})

const photo = await sharp({ create: { width: 90, height: 60, channels: 3, background: 'red' } })
  .jpeg()
  .toBuffer()

async function newOrganization() {
  const scope = await createOrganization(service, `Test ${randomUUID()}`)
  const { response } = await createIncident(scope, { clientRequestId: randomUUID(), name: 'Freezer' })
  return { scope, incidentId: (JSON.parse(response) as { id: string }).id }
}

async function attachPhotos({ scope, incidentId }: Awaited<ReturnType<typeof newOrganization>>, count: number) {
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const stream = Readable.from([photo])
    const { media } = await attachMedia(scope, storage, { incidentId }, { fileName: 'photo.jpg', stream })
    ids.push(media.id)
  }
  return ids
}

type Render = (path: string) => Promise<Rendering>

const rendered: Render = async () => ({ kind: 'rendered', thumbnail: Buffer.from('thumbnail') })
const died: Render = async () => ({ kind: 'died' })

/** Simulates one server with a renderer that the test controls, and records the order in which files are rendered. */
function startServer(render: Render = rendered) {
  const order: string[] = []
  const warnings: unknown[] = []
  const renderer = {
    close: () => undefined,
    render(path: string) {
      order.push(path.split('/').at(-1)!)
      return render(path)
    },
  }
  const log = { warn: (...parameters: unknown[]) => void warnings.push(parameters.at(-1)) }
  return { order, warnings, thumbnails: new PendingThumbnails({ service, storage, log, renderer }) }
}

const rowOf = (id: string) =>
  database
    .selectFrom('media')
    .select(['has_thumbnail as hasThumbnail', 'thumbnail_due_at as dueAt', 'thumbnail_attempts as attempts'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Makes all pending thumbnails due now, including those that wait for a retry or for the end of a lease. */
const makeDue = () =>
  sql`update media set thumbnail_due_at = now() where thumbnail_due_at is not null`.execute(database)

const thumbnailPath = ({ organizationId }: OrganizationScope, id: string) =>
  join(storage.serving!.folder, mediaKey(organizationId, id, 'thumbnail'))

test('makes thumbnails for two organizations alternately, even if one organization has more files', async () => {
  const [one, other] = [await newOrganization(), await newOrganization()]
  const many = await attachPhotos(one, 4)
  const few = await attachPhotos(other, 2)
  const { order, thumbnails } = startServer()
  await thumbnails.makeDue()

  expect(order).toHaveLength(6)
  expect(order.filter((id) => many.includes(id))).toEqual(many)
  expect(order.slice(0, 4).filter((id) => few.includes(id))).toEqual(few)
})

test('two servers share the pending thumbnails and make each thumbnail once', async () => {
  const ids = await attachPhotos(await newOrganization(), 8)
  const [first, second] = [startServer(), startServer()]
  await Promise.all([first.thumbnails.makeDue(), second.thumbnails.makeDue()])
  await first.thumbnails.makeDue()

  expect([...first.order, ...second.order].toSorted()).toEqual(ids.toSorted())
  for (const id of ids) expect(await rowOf(id)).toEqual({ hasThumbnail: true, dueAt: null, attempts: 1 })
})

test('stores a new thumbnail and records one event about it', async () => {
  const { scope, incidentId } = await newOrganization()
  const [id] = await attachPhotos({ scope, incidentId }, 1)
  await startServer().thumbnails.makeDue()

  await access(thumbnailPath(scope, id!))
  const events = await eventsOf(scope, id!)
  expect(events).toEqual([{ kind: 'media.thumbnail_made', actorId: scope.actorId, data: {} }])
})

test('gives up on a thumbnail after the renderer has died three times, even if each time on a different server', async () => {
  const [id] = await attachPhotos(await newOrganization(), 1)
  for (let attempts = 1; attempts <= 3; attempts++) {
    const { order, thumbnails, warnings } = startServer(died)
    await makeDue()
    await thumbnails.makeDue()
    expect(order).toEqual([id])
    const isLast = attempts === 3
    const row = await rowOf(id!)
    expect({ attempts: row.attempts, isOver: row.dueAt === null }).toEqual({ attempts, isOver: isLast })
    expect(warnings).toHaveLength(isLast ? 1 : 0)
  }
})

test('gives up on a thumbnail after three servers have died while they made the thumbnail', async () => {
  const [id] = await attachPhotos(await newOrganization(), 1)
  const nil = '00000000-0000-0000-0000-000000000000'
  for (let attempt = 1; attempt <= 3; attempt++) {
    expect(await claimFile(database, nil)).toMatchObject({ id, attempts: attempt })
    await makeDue()
  }
  const { order, thumbnails } = startServer()
  await thumbnails.makeDue()
  expect(order).toEqual([])
  expect(await rowOf(id!)).toMatchObject({ hasThumbnail: false, dueAt: null })
})

test('makes the thumbnail that a killed server had begun, but only after the lease of the killed server has ended', async () => {
  const [id] = await attachPhotos(await newOrganization(), 1)
  await claimFile(database, '00000000-0000-0000-0000-000000000000')
  const { order, thumbnails } = startServer()
  await thumbnails.makeDue()
  expect(order).toEqual([])

  await makeDue()
  await thumbnails.makeDue()
  expect(await rowOf(id!)).toMatchObject({ hasThumbnail: true, dueAt: null })
})

test('if a server stops during an attempt to make a thumbnail, the attempt does not count', async () => {
  const [id] = await attachPhotos(await newOrganization(), 1)
  const killed = Promise.withResolvers<Rendering>()
  const { order, thumbnails } = startServer(() => killed.promise)
  const making = thumbnails.makeDue()
  await until('the file is being rendered', async () => order.length === 1)
  const closing = thumbnails.close()
  killed.resolve({ kind: 'died' })
  await Promise.all([making, closing])

  expect(await rowOf(id!)).toMatchObject({ attempts: 0, dueAt: expect.any(String) })
  const next = startServer()
  await next.thumbnails.makeDue()
  expect(next.order).toEqual([id])
})

test('logs one warning when no renderer is available, and leaves the thumbnails pending', async () => {
  const ids = await attachPhotos(await newOrganization(), 2)
  const without = startServer(async () => ({ kind: 'unavailable', reason: 'sharp cannot be loaded: no binaries' }))
  await without.thumbnails.makeDue()
  await without.thumbnails.makeDue()
  await without.thumbnails.waitFor([{ id: ids[1]!, contentType: 'image/jpeg' }])
  expect(without.order).toHaveLength(1)
  expect(without.warnings).toEqual(['no thumbnails are made: sharp cannot be loaded: no binaries'])

  await makeDue()
  await startServer().thumbnails.makeDue()
  for (const id of ids) expect(await rowOf(id)).toEqual({ hasThumbnail: true, dueAt: null, attempts: 1 })
})

test('makes no thumbnail of a file that was deleted from its incident', async () => {
  const { scope, incidentId } = await newOrganization()
  const [id] = await attachPhotos({ scope, incidentId }, 1)
  await deleteMedia(scope, incidentId, id!)
  const { order, thumbnails } = startServer()
  await thumbnails.makeDue()
  expect(order).toEqual([])
})

test('`waitFor` returns as soon as the thumbnail is made, and at the latest after one second', async () => {
  const organization = await newOrganization()
  const [quick] = await attachPhotos(organization, 1)
  await startServer().thumbnails.waitFor([{ id: quick!, contentType: 'image/jpeg' }])
  expect(await rowOf(quick!)).toMatchObject({ hasThumbnail: true })

  const [slow] = await attachPhotos(organization, 1)
  const never = Promise.withResolvers<Rendering>()
  const { thumbnails } = startServer(() => never.promise)
  await thumbnails.waitFor([{ id: slow!, contentType: 'image/jpeg' }])
  expect(await rowOf(slow!)).toMatchObject({ hasThumbnail: false, dueAt: expect.any(String) })
  never.resolve({ kind: 'none' })
  await thumbnails.close()
})
