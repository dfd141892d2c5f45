import { mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { fakeClock, fakeService } from '../../test/support/fake-service.ts'
import { create, open, working } from '../../test/support/open-queue.ts'
import { TocsinClient } from '../client.ts'
import { FileStore } from '../stores/file.ts'
import { MemoryStore } from '../stores/memory.ts'
import type { QueueEvents } from './events.ts'
import { OfflineQueue } from './queue.ts'

const root = await mkdtemp(join(tmpdir(), 'tocsin-damage-'))
afterAll(() => rm(root, { recursive: true }))
let count = 0
const photo = Uint8Array.from({ length: 64 }, (_, index) => index)

/** Opens the queue in a folder, like an app that starts again. Records the requests and the events of the queue. */
async function reopen(folder: string) {
  const { fetch, received } = fakeService(working)
  const { clock } = fakeClock()
  const client = new TocsinClient({ baseUrl: 'https://example.com/api/v1', apiKey: 'k', fetch, clock })
  const damagedPaths: string[] = []
  const store = await FileStore.open(folder, { onDamaged: (path) => damagedPaths.push(path) })
  const queue = await OfflineQueue.open(client, store, { clock })
  const damaged: QueueEvents['damaged'][] = []
  const parked: QueueEvents['parked'][] = []
  queue.on('damaged', (event) => damaged.push(event))
  queue.on('parked', (event) => parked.push(event))
  return { queue, store, received, damaged, parked, damagedPaths }
}

/** Makes a folder with a queue that `fill` has filled. No entry has been sent. */
async function folderWith(fill: (queue: OfflineQueue) => Promise<unknown>): Promise<string> {
  const folder = join(root, `queue-${++count}`)
  const { queue, received } = await reopen(folder)
  await queue.refresh()
  received.length = 0
  await fill(queue)
  return folder
}

const onlyFileIn = async (folder: string, name: string): Promise<string> => {
  const [file] = await readdir(join(folder, name))
  return join(folder, name, file!)
}

const flips: [string, number][] = [
  ['one bit', 0x01],
  ['all bits', 0xff],
  // This bit decides if a letter is upper or lower case.
  ['another bit', 0x20],
]

describe('a queue in a folder', () => {
  test.each(flips)(
    'the offline queue reports an entry as damaged instead of sending it if %s of any byte of its file changed',
    async (_, mask) => {
      const folder = await folderWith((queue) => queue.create({ name: 'Kühlraum', tags: ['wet'] }))
      const path = await onlyFileIn(folder, 'entries')
      const intact = await readFile(path)
      for (let offset = 0; offset < intact.length; offset++) {
        const altered = Buffer.from(intact)
        altered[offset]! ^= mask
        await writeFile(path, altered)
        const { queue, received, damaged, damagedPaths } = await reopen(folder)
        expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 0, parked: 1, waiting: 0 })
        expect([received, damaged.map(({ problem }) => problem.code), damagedPaths]).toEqual([
          [],
          ['entry_damaged'],
          [path],
        ])
      }
      await writeFile(path, intact)
      const { queue, damaged } = await reopen(folder)
      expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 1 })
      expect(damaged).toEqual([])
    },
  )

  test('the offline queue does not send an entry whose file was truncated at any length, and reports the entry as damaged', async () => {
    const folder = await folderWith((queue) => queue.create({ name: 'Spill' }))
    const path = await onlyFileIn(folder, 'entries')
    const intact = await readFile(path)
    for (let length = 0; length < intact.length; length++) {
      await writeFile(path, intact.subarray(0, length))
      const { queue, received, damaged } = await reopen(folder)
      await queue.flush()
      expect([received.length, damaged.length]).toEqual([0, 1])
    }
  })

  test.each(flips.slice(0, 2))(
    'the offline queue parks a file instead of sending it if %s of any byte of the file changed',
    async (_, mask) => {
      const folder = await folderWith((queue) => queue.attach({ incidentId: 'known' }, photo, { fileName: 'a.jpg' }))
      const [path, entryPath] = [await onlyFileIn(folder, 'files'), await onlyFileIn(folder, 'entries')]
      const entry = await readFile(entryPath)
      for (let offset = 0; offset < photo.length; offset++) {
        const altered = Buffer.from(photo)
        altered[offset]! ^= mask
        await writeFile(path, altered)
        await writeFile(entryPath, entry)
        const { queue, received, parked } = await reopen(folder)
        expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 0, parked: 1 })
        expect([received, parked.map(({ problem }) => problem.code)]).toEqual([[], ['file_damaged']])
      }
      await writeFile(path, photo)
      const { queue, received } = await reopen(folder)
      await queue.retry((await queue.entries())[0]!.id)
      expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 1 })
      expect(received).toHaveLength(1)
    },
  )

  test('the offline queue reports an entry as damaged instead of sending it if its file was overwritten with the file of another entry', async () => {
    const folder = await folderWith(async (queue) => {
      await queue.create({ name: 'one' })
      await queue.create({ name: 'two' })
    })
    const [one, two] = (await readdir(join(folder, 'entries'))).toSorted().map((name) => join(folder, 'entries', name))
    await writeFile(two!, await readFile(one!))
    const { queue, received, damaged } = await reopen(folder)
    expect(await queue.flush()).toMatchObject({ sent: 1, parked: 1 })
    expect([received.length, damaged.length]).toEqual([1, 1])
  })

  test('the offline queue parks the comment and the file of a damaged creation as incident_damaged, and sends the other entries', async () => {
    const folder = await folderWith(async (queue) => {
      const spill = await create(queue, { name: 'Spill' })
      await queue.comment(spill, { message: 'Seen' })
      await queue.attach(spill, photo, { fileName: 'a.jpg' })
      await create(queue, { name: 'Leak' })
    })
    const [name] = (await readdir(join(folder, 'entries'))).toSorted()
    const path = join(folder, 'entries', name!)
    const altered = (await readFile(path, 'utf8')).replace('Spill', 'Spull')
    await writeFile(path, altered)
    const { queue, received, damaged, parked } = await reopen(folder)
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 1, parked: 3, waiting: 0 })
    expect(received.map(({ body }) => (body as { name: string }).name)).toEqual(['Leak'])
    const [{ id }] = damaged as [QueueEvents['damaged']]
    expect(parked.map(({ entry, problem }) => [entry.kind, problem.code])).toEqual([
      ['comment', 'incident_damaged'],
      ['file', 'incident_damaged'],
    ])
    expect(parked[0]!.problem.detail).toContain(id)
    expect(await queue.damaged()).toEqual(damaged)

    await queue.flush()
    expect(damaged).toHaveLength(1)
    expect(await readFile(path, 'utf8')).toBe(altered)
    await queue.drop(id)
    expect(await queue.damaged()).toEqual([])
    expect((await queue.entries()).map(({ state }) => state)).toEqual(['sent'])
  })

  test('after a damaged creation is queued again under the same clientRequestId, the offline queue sends the creation and its comment', async () => {
    const clientRequestId = '5f0f6c1e-3b0a-4d5e-9f57-2f1f6f3c9a10'
    const folder = await folderWith(async (queue) => {
      await queue.comment(await create(queue, { clientRequestId, name: 'Spill' }), { message: 'Seen' })
    })
    const [name] = (await readdir(join(folder, 'entries'))).toSorted()
    await writeFile(join(folder, 'entries', name!), '{')
    const { queue, received, parked } = await reopen(folder)
    await queue.flush()
    await create(queue, { clientRequestId, name: 'Spill' })
    expect(await queue.damaged()).toEqual([])
    await queue.retry(parked[0]!.entry.id)
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 2, parked: 0 })
    expect(received).toHaveLength(2)
    expect((await readdir(join(folder, 'entries'))).toSorted()[0]).toBe(`${name}.damaged`)
  })

  test('the offline queue sends entries that an earlier version of the package wrote without a checksum', async () => {
    const folder = await folderWith(async (queue) => {
      const spill = await create(queue, { name: 'Spill' })
      await queue.attach(spill, photo, { fileName: 'a.jpg' })
    })
    for (const name of await readdir(join(folder, 'entries'))) {
      const path = join(folder, 'entries', name)
      const { value } = JSON.parse(await readFile(path, 'utf8')) as { value: object & { sha256?: string } }
      delete value.sha256
      await writeFile(path, JSON.stringify(value))
    }
    const cache = join(folder, 'cache/reference-data.json')
    const { value } = JSON.parse(await readFile(cache, 'utf8')) as { value: unknown }
    await writeFile(cache, JSON.stringify(value))
    const { queue, received, damaged } = await reopen(folder)
    expect(queue.cached).toEqual(value)
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 2 })
    expect([received.length, damaged]).toEqual([2, []])
  })

  test('the offline queue ignores the cached reference data if any byte of its file changed, and reports the file as damaged', async () => {
    const folder = await folderWith(async () => undefined)
    const cache = join(folder, 'cache/reference-data.json')
    const intact = await readFile(cache)
    for (let offset = 0; offset < intact.length; offset++) {
      const altered = Buffer.from(intact)
      altered[offset]! ^= 1
      await writeFile(cache, altered)
      const { queue, damagedPaths } = await reopen(folder)
      expect([queue.cached, damagedPaths]).toEqual([undefined, [cache]])
    }
  })

  test.skipIf(process.platform === 'win32').each([
    ['the folder is gone', (folder: string) => rename(join(folder, 'cache'), join(folder, 'aside'))],
    [
      'a file is in the place of the folder',
      async (folder: string) => {
        await rm(join(folder, 'cache'), { recursive: true })
        await writeFile(join(folder, 'cache'), '')
      },
    ],
    [
      'the folder is read-only',
      async (folder: string) => {
        await rm(join(folder, 'cache'), { recursive: true })
        // Not even root can write to this folder.
        await symlink('/proc/self', join(folder, 'cache'))
      },
    ],
  ])(
    'the offline queue emits cacheFailed and uses the fetched data if the cache cannot be stored because %s',
    async (_, damage) => {
      const folder = await folderWith(async () => undefined)
      const { queue } = await reopen(folder)
      await damage(folder)
      const failed = vi.fn<(event: QueueEvents['cacheFailed']) => void>()
      queue.on('cacheFailed', failed)
      const cached = await queue.refresh()
      expect(queue.cached).toBe(cached)
      expect(failed.mock.calls[0]![0].error).toMatchObject({ code: expect.stringMatching(/^E/) })
      expect(await queue.create({ name: 'Spill' })).toMatchObject({ isQueued: true })
    },
  )
})

describe('a queue in any store', () => {
  test('the offline queue parks a file instead of sending it when the store returns altered bytes', async () => {
    const store = new MemoryStore()
    const { queue, received } = await open(store)
    await queue.attach({ incidentId: 'known' }, photo)
    vi.spyOn(store, 'readFile').mockResolvedValue(photo.toReversed())
    const parked = vi.fn<(event: QueueEvents['parked']) => void>()
    queue.on('parked', parked)
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 0, parked: 1 })
    expect(parked.mock.calls[0]![0].problem).toMatchObject({ code: 'file_damaged', requestId: '' })
    expect(received).toEqual([])
  })

  test('the offline queue stores and sends a file on a page without HTTPS, where the browser cannot compute a digest', async () => {
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(7) })
    onTestFinished(() => void vi.unstubAllGlobals())
    const { queue } = await open()
    await queue.attach({ incidentId: 'known' }, photo)
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 1 })
  })
})
