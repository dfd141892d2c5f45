import { execFileSync } from 'node:child_process'
import {
  mkdir,
  mkdtemp,
  open as openFile,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  symlink,
  utimes,
  writeFile,
  type FileHandle,
} from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { IDBDatabase, IDBObjectStore, indexedDB } from 'fake-indexeddb'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { open as openQueue } from '../../test/support/open-queue.ts'
import { collectThrown } from '../../test/support/thrown-separately.ts'
import type { CommentEntry, SentCreation } from '../offline/entry.ts'
import { OfflineQueue } from '../offline/queue.ts'
import { FileStore } from './file.ts'
import { IndexedDbStore } from './indexed-db.ts'
import { MemoryStore } from './memory.ts'
import type { QueueStore } from './store.ts'

vi.mock('node:fs/promises', { spy: true })

const folder = await mkdtemp(join(tmpdir(), 'tocsin-stores-'))
afterAll(() => rm(folder, { recursive: true }))
vi.stubGlobal('indexedDB', indexedDB)

let count = 0
const newName = () => `store-${++count}`

/** Opens a file store in a new folder. */
async function newFileStore() {
  const path = join(folder, newName())
  return { path, store: await FileStore.open(path) }
}

/** Returns the content of a lock file, by default the lock of another running process. */
const lockOf = (holder: object) => JSON.stringify({ id: 'x', host: hostname(), pid: process.ppid, ...holder })

/** Returns the prototype of all file handles, so that a test can replace their methods. */
async function handles(): Promise<FileHandle> {
  const file = await openFile(import.meta.filename, 'r')
  await file.close()
  return Object.getPrototypeOf(file) as FileHandle
}

/** Makes the next write of an entry fail, like a write to a full disk. */
async function failOneEntry(): Promise<void> {
  const writeIt = (await handles()).writeFile
  const write = vi.spyOn(await handles(), 'writeFile').mockImplementation(function (
    this: FileHandle,
    content,
    options,
  ) {
    if (!String(content).includes('"kind"')) return writeIt.call(this, content, options)
    write.mockRestore()
    return Promise.reject(new Error('ENOSPC'))
  })
  onTestFinished(() => write.mockRestore())
}

const entryOf = (id: string): CommentEntry => ({
  id,
  kind: 'comment',
  state: 'waiting',
  queuedAt: '2026-03-01T12:00:00.000Z',
  incident: { incidentId: 'i' },
  comment: { message: 'Läuft 🚨' },
})

const noteOf = (id: string, number: number): CommentEntry => ({ ...entryOf(id), comment: { message: `${number}` } })

const sentCreation = (id: string, sentAt: string) => ({ id, kind: 'incident', state: 'sent', sentAt }) as SentCreation

/** Kinds of stores. `reopen` opens the same store again, like another process or a later start of the app. */
const kinds: [string, () => Promise<{ store: QueueStore; reopen: () => Promise<QueueStore> }>][] = [
  [
    'memory',
    async () => {
      const store = new MemoryStore()
      return { store, reopen: async () => store }
    },
  ],
  [
    'file',
    async () => {
      const { path, store } = await newFileStore()
      return { store, reopen: () => FileStore.open(path) }
    },
  ],
  [
    'IndexedDB',
    async () => {
      const name = newName()
      return { store: await IndexedDbStore.open(name), reopen: () => IndexedDbStore.open(name) }
    },
  ],
]

describe.each(kinds)('the %s store', (_, open) => {
  test('every store returns entries in the order in which they were appended, even after the store is reopened', async () => {
    const { store, reopen } = await open()
    for (const id of ['b', 'a', 'c']) await store.append(entryOf(id))
    const expected = ['b', 'a', 'c'].map(entryOf)
    expect(await store.list()).toEqual(expected)
    const later = await reopen()
    expect(await later.list()).toEqual(expected)
    const read = await later.read('a')
    expect(read).toEqual(entryOf('a'))
    read!.state = 'parked'
    expect(await later.read('a')).toEqual(entryOf('a'))
    expect(await later.read('nobody')).toBeUndefined()
  })

  test('every store leaves the bytes of a file unchanged when the entry is replaced, and removes the bytes with the entry', async () => {
    const { store, reopen } = await open()
    const bytes = new Uint8Array([0, 255, 10, 13])
    await store.append(entryOf('a'), bytes)
    await store.append(entryOf('b'))
    await store.replace({ ...entryOf('a'), attempted: true })
    const later = await reopen()
    expect(await later.list()).toEqual([{ ...entryOf('a'), attempted: true }, entryOf('b')])
    expect(new Uint8Array((await later.readFile('a'))!)).toEqual(bytes)
    await store.remove('a')
    expect([await later.read('a'), await later.readFile('a'), await later.list()]).toEqual([
      undefined,
      undefined,
      [entryOf('b')],
    ])
  })

  test('every store ignores the replacement or removal of an entry that was already removed', async () => {
    const { store } = await open()
    await store.append(entryOf('a'))
    await store.remove('a')
    await store.remove('a')
    await store.replace(entryOf('a'))
    expect(await store.list()).toEqual([])
    expect(await store.readFile('a')).toBeUndefined()
  })

  test('every store ignores the replacement of an entry if another process has removed the entry', async () => {
    const { store, reopen } = await open()
    await store.append(entryOf('a'))
    await (await reopen()).remove('a')
    await store.replace(entryOf('a'))
    expect(await store.list()).toEqual([])
  })

  test('every store stores all entries that two processes append at the same time, and each process can read all entries', async () => {
    const { store, reopen } = await open()
    const stores = [store, await reopen()]
    await Promise.all(Array.from({ length: 20 }, (__, index) => stores[index % 2]!.append(entryOf(String(index)))))
    expect(new Set((await store.list()).map(({ id }) => id)).size).toBe(20)
    for (let index = 0; index < 20; index++) {
      expect(await stores[(index + 1) % 2]!.read(String(index))).toEqual(entryOf(String(index)))
    }
  })

  test('every store adds only one of two entries that two processes append at the same time under one id', async () => {
    const { store, reopen } = await open()
    const stores = [store, await reopen()]
    const appending = stores.map((each, index) => each.append(noteOf('a', index), new Uint8Array([index])))
    const added = await Promise.all(appending)
    expect(added.toSorted()).toEqual([false, true])
    const winner = added.indexOf(true)
    for (const each of stores) {
      expect(await each.list()).toEqual([noteOf('a', winner)])
      expect(new Uint8Array((await each.readFile('a'))!)).toEqual(new Uint8Array([winner]))
      expect(await each.append(noteOf('a', 2), new Uint8Array([2]))).toBe(false)
    }
    await store.remove('a')
    for (const each of stores) expect(await each.list()).toEqual([])
  })

  test('every store returns the value that was last written to the cache, and undefined before the first write', async () => {
    const { store, reopen } = await open()
    expect(await store.readCache('a')).toBeUndefined()
    await store.writeCache('a', { revision: 1 })
    await store.writeCache('a', { revision: 2 })
    expect(await (await reopen()).readCache('a')).toEqual({ revision: 2 })
  })

  test('every store can be locked for one function at a time, and is unlocked when that function returns or throws', async () => {
    const { store, reopen } = await open()
    const other = await reopen()
    const inner = await store.whileAlone(async () => [
      await other.whileAlone(async () => 1),
      await store.whileAlone(async () => 2),
    ])
    expect(inner).toEqual({ result: [undefined, undefined] })
    await expect(store.whileAlone(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await other.whileAlone(async () => 3)).toEqual({ result: 3 })
  })
})

describe('the file store', () => {
  // No process has this number, because it is above the maximum on Linux.
  const deadPid = 2 ** 30

  test.each([
    ['takes over', 'that died on this machine', { pid: deadPid }, 0],
    ['does not take over', 'that lives on this machine', {}, 0],
    [
      'does not take over',
      'on another machine that has been silent for 20 seconds',
      { host: 'elsewhere', pid: deadPid },
      20,
    ],
    ['takes over', 'on another machine that has been silent for half a minute', { host: 'elsewhere' }, 31],
    ['takes over', 'whose number another process has by now', {}, 31],
    ['takes over', 'whose number another process has by now, while the clock was set back', {}, -3_600],
  ])('the file store %s the lock of a process %s', async (outcome, _, holder, silentSeconds) => {
    const isTaken = outcome === 'takes over'
    const { path, store } = await newFileStore()
    await writeFile(join(path, 'lock'), lockOf(holder))
    const touched = Date.now() / 1000 - silentSeconds
    await utimes(join(path, 'lock'), touched, touched)
    expect(await store.whileAlone(async () => 'ran')).toEqual(isTaken ? { result: 'ran' } : undefined)
    expect(await readdir(path)).toEqual(isTaken ? ['cache', 'entries', 'files'] : ['cache', 'entries', 'files', 'lock'])
  })

  test('the file store takes over an empty lock file that is 6 seconds old, but not a new empty lock file', async () => {
    const { path, store } = await newFileStore()
    await writeFile(join(path, 'lock'), '')
    expect(await store.whileAlone(async () => 'ran')).toBeUndefined()
    const touched = Date.now() / 1000 - 6
    await utimes(join(path, 'lock'), touched, touched)
    expect(await store.whileAlone(async () => 'ran')).toEqual({ result: 'ran' })
  })

  test('the file store does not take over the lock of a running process of another user', async () => {
    const { path, store } = await newFileStore()
    await writeFile(join(path, 'lock'), lockOf({}))
    const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error('not permitted'), { code: 'EPERM' })
    })
    expect(await store.whileAlone(async () => 'ran')).toBeUndefined()
    kill.mockRestore()
  })

  test('the file store does not remove the new lock of another process that has just taken over an abandoned lock', async () => {
    const { path, store } = await newFileStore()
    await writeFile(join(path, 'lock'), lockOf({ pid: deadPid }))
    const write = vi.spyOn(await handles(), 'writeFile').mockImplementationOnce(async () => {
      await writeFile(join(path, 'lock'), lockOf({}))
    })
    expect(await store.whileAlone(async () => 'ran')).toBeUndefined()
    write.mockRestore()
    expect(await readFile(join(path, 'lock'), 'utf8')).toBe(lockOf({}))
  })

  test('the file store takes over an abandoned lock even if a process ended while removing this lock', async () => {
    const { path, store } = await newFileStore()
    await writeFile(join(path, 'lock'), lockOf({ pid: deadPid }))
    await writeFile(join(path, 'lock.clearing'), lockOf({ pid: deadPid }))
    await store.whileAlone(async () => 'ran')
    expect(await store.whileAlone(async () => 'ran')).toEqual({ result: 'ran' })
  })

  test('after another process has taken over the lock, the file store neither releases the lock nor updates the lock file', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { path, store } = await newFileStore()
    const lock = join(path, 'lock')
    await store.whileAlone(async () => {
      await utimes(lock, 0, 0)
      vi.advanceTimersByTime(5_000)
      await expect.poll(async () => (await stat(lock)).mtimeMs).toBeGreaterThan(0)
      await writeFile(lock, lockOf({}))
    })
    expect(await readFile(lock, 'utf8')).toBe(lockOf({}))
    expect(vi.getTimerCount()).toBe(0)
  })

  test('if several processes find an abandoned lock, the file store lets only one of them work at a time', async () => {
    const path = join(folder, newName())
    const stores = await Promise.all(Array.from({ length: 6 }, () => FileStore.open(path)))
    await writeFile(join(path, 'lock'), lockOf({ pid: deadPid }))
    let running = 0
    const run = vi.fn<() => Promise<void>>(async () => {
      running++
      expect(running).toBe(1)
      await new Promise((resolve) => setImmediate(resolve))
      running--
    })
    await Promise.all(stores.map((store) => store.whileAlone(run)))
    expect(run).toHaveBeenCalled()
  })

  test('the file store ignores incomplete files of a process that ended during a write, and removes these files a day later', async () => {
    const { path, store } = await newFileStore()
    await store.append(entryOf('a'), new Uint8Array([1]))
    const leftovers = ['entries/1.draft', 'files/nobodys', 'cache/reference-data.json.1.draft'].map((name) =>
      join(path, name),
    )
    for (const leftover of leftovers) await writeFile(leftover, '{"entry"')
    const files = async () => (await readdir(path, { recursive: true })).length
    const before = await files()

    expect(await (await FileStore.open(path)).list()).toHaveLength(1)
    expect(await files()).toBe(before)
    const yesterday = Date.now() / 1000 - 25 * 60 * 60
    for (const leftover of leftovers) await utimes(leftover, yesterday, yesterday)
    const later = await FileStore.open(path)
    expect(await files()).toBe(before - 3)
    expect(new Uint8Array((await later.readFile('a'))!)).toEqual(new Uint8Array([1]))
  })

  test('opening the file store removes no file that another process is writing, even if the clock of this process is years ahead', async () => {
    const { path, store } = await newFileStore()
    onTestFinished(() => void vi.useRealTimers())
    const open = async () => {
      vi.setSystemTime(new Date('2096-03-01'))
      await FileStore.open(path)
      vi.useRealTimers()
    }
    // `append` syncs after each step, so replacing `sync` opens the store again between the steps.
    const sync = vi.spyOn(await handles(), 'sync').mockImplementation(open)
    expect(await store.append(noteOf('a', 0), new Uint8Array([1]))).toBe(true)
    sync.mockRestore()
    expect(await store.list()).toEqual([noteOf('a', 0)])
    expect(await store.readFile('a')).toEqual(Buffer.from([1]))
  })

  test('the file store ignores damaged files, reports their paths, and leaves them in place', async () => {
    const { path, store } = await newFileStore()
    for (const id of ['a', 'b', 'c', 'd']) await store.append(entryOf(id))
    await store.writeCache('reference-data', { revision: 1 })
    const names = await readdir(join(path, 'entries'))
    const pathOf = (id: string) =>
      join(
        path,
        'entries',
        names.find((name) => name.includes(`.${id}.`))!,
      )
    await writeFile(pathOf('a'), '')
    await writeFile(pathOf('b'), '{"id":"b","kind":"comm')
    await writeFile(pathOf('c'), 'null')
    await writeFile(join(path, 'cache/reference-data.json'), '{')

    const damaged: string[] = []
    const later = await FileStore.open(path, { onDamaged: (each) => damaged.push(each) })
    expect(await later.list()).toEqual([entryOf('d')])
    expect(await later.readCache('reference-data')).toBeUndefined()
    expect(await later.list()).toEqual([entryOf('d')])
    const expected = [...['a', 'b', 'c'].map(pathOf), join(path, 'cache/reference-data.json')]
    expect(damaged.toSorted()).toEqual(expected.toSorted())
    expect(await readdir(join(path, 'entries'))).toEqual(names)
  })

  test.runIf(process.platform === 'linux').each([
    ['the disk does not give back', (path: string) => symlink('/proc/self/mem', path)],
    ['has become a folder', (path: string) => mkdir(path)],
  ])('the file store continues without a file that %s, and reports its path', async (_, damage) => {
    const { path, store } = await newFileStore()
    for (const id of ['a', 'b', 'c']) await store.append(entryOf(id), new Uint8Array([1]))
    const names = await readdir(join(path, 'entries'))
    const damaged = [
      join(
        path,
        'entries',
        names.find((name) => name.includes('.a.'))!,
      ),
      join(path, 'files', 'b'),
    ]
    for (const each of damaged) await rm(each).then(() => damage(each))

    const reported: string[] = []
    const later = await FileStore.open(path, { onDamaged: (each) => reported.push(each) })
    expect(await later.list()).toEqual([entryOf('b'), entryOf('c')])
    expect(await later.readFile('b')).toBeUndefined()
    expect(reported).toEqual(damaged)
  })

  test('the file store throws a read error that is no sign of damage, such as ELOOP', async () => {
    const { path, store } = await newFileStore()
    await store.append(entryOf('a'), new Uint8Array([1]))
    const [name] = await readdir(join(path, 'entries'))
    for (const each of [join(path, 'entries', name!), join(path, 'files', 'a')]) {
      await rm(each)
      await symlink(each, each)
    }
    await expect(store.list()).rejects.toThrow('ELOOP')
    await expect(store.readFile('a')).rejects.toThrow('ELOOP')
  })

  test('the file store ignores a damaged file even if onDamaged throws an error', async () => {
    const path = join(folder, newName())
    await (await FileStore.open(path)).append(entryOf('a'))
    await writeFile(join(path, 'entries', '000000000000001.b.json'), '')
    const thrown = collectThrown()
    const later = await FileStore.open(path, {
      onDamaged() {
        throw new Error('in the log')
      },
    })
    expect(await later.list()).toEqual([entryOf('a')])
    expect(thrown).toEqual([new Error('in the log')])
  })

  test('the file store emits a process warning for a damaged file if onDamaged is not given', async () => {
    const path = join(folder, newName())
    await (await FileStore.open(path)).writeCache('x', 1)
    await writeFile(join(path, 'cache/x.json'), '{')
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue()
    await (await FileStore.open(path)).readCache('x')
    expect(warn.mock.calls[0]![0]).toBe(`${join(path, 'cache/x.json')} is damaged; the queue continues without it.`)
    warn.mockRestore()
  })

  test('the file store leaves no file behind if it cannot append an entry', async () => {
    const { path, store } = await newFileStore()
    await store.append(entryOf('a'))
    await rename(join(path, 'entries'), join(path, 'aside'))
    await expect(store.append(entryOf('b'), new Uint8Array([1]))).rejects.toThrow('ENOENT')
    expect(await readdir(join(path, 'files'))).toEqual([])
    await rename(join(path, 'aside'), join(path, 'entries'))
    expect(await store.list()).toEqual([entryOf('a')])
  })

  test('the file store leaves no incomplete entry behind when the disk is full', async () => {
    const { path, store } = await newFileStore()
    const write = vi.spyOn(await handles(), 'writeFile').mockRejectedValue(new Error('ENOSPC'))
    await expect(store.append(entryOf('a'))).rejects.toThrow('ENOSPC')
    write.mockRestore()
    expect(await readdir(join(path, 'entries'))).toEqual([])
  })

  test.each([
    ['rejects an entry that would leave too little room for sending', 1000, 255, 0, 'ENOSPC'],
    ['rejects a file that would leave too little room for sending', 1000, 256, 1, 'ENOSPC'],
    ['stores a file that leaves enough room for sending', 1000, 257, 4096, 'stored'],
    ['stores a file if the disk does not report its size', 0, 0, 1, 'stored'],
  ])(
    'the file store checks the free space of the disk before it appends an entry: it %s',
    async (_, blocks, bavail, sizeBytes, expected) => {
      const store = await FileStore.open(join(folder, newName()))
      const found = { ...(await statfs(folder)), blocks, bavail, bsize: 4096 }
      vi.mocked(statfs).mockImplementationOnce(async () => found)
      const appending = store.append(entryOf('a'), new Uint8Array(sizeBytes))
      const outcome = await appending.then(
        () => 'stored',
        ({ code }: NodeJS.ErrnoException) => code,
      )
      expect([outcome, (await store.list()).length]).toEqual([expected, expected === 'stored' ? 1 : 0])
    },
  )

  test('the file store flushes files and their folders to the disk before `append`, `replace` and `remove` resolve', async () => {
    const { store } = await newFileStore()
    const sync = vi.spyOn(await handles(), 'sync')
    onTestFinished(() => sync.mockRestore())
    const syncs = async (done: Promise<unknown>) => {
      sync.mockClear()
      await done
      return sync.mock.calls.length
    }
    expect(await syncs(store.append(entryOf('a'), new Uint8Array([1])))).toBe(4)
    expect(await syncs(store.replace(entryOf('a')))).toBe(2)
    expect(await syncs(store.remove('a'))).toBe(1)
  })

  test.each([
    ['an absolute path', (path: string) => path],
    ['a relative path', (path: string) => relative(process.cwd(), path)],
  ])('the file store flushes each folder that it creates for %s to the disk', async (_, written) => {
    const path = join(folder, newName(), 'app', 'queue')
    const synced = new Set<number>()
    const sync = vi.spyOn(await handles(), 'sync').mockImplementation(async function (this: FileHandle) {
      synced.add((await this.stat()).ino)
    })
    onTestFinished(() => sync.mockRestore())
    await FileStore.open(written(path))
    const changed = ['.', '..', '../..', '../../..'].map((above) => stat(join(path, above)))
    expect(synced).toEqual(new Set((await Promise.all(changed)).map(({ ino }) => ino)))
    synced.clear()
    await FileStore.open(written(path))
    expect(synced).toEqual(new Set())
  })

  test('the file store reads the file of a sent creation only once, and again only after the creation was replaced or removed', async () => {
    const path = join(folder, newName())
    const [store, other] = [await FileStore.open(path), await FileStore.open(path)]
    await store.append(sentCreation('a', 'once'))
    const [listed] = await store.list()
    listed!.state = 'parked'
    const [name] = await readdir(join(path, 'entries'))
    await writeFile(join(path, 'entries', name!), '')
    expect(await store.list()).toEqual([sentCreation('a', 'once')])
    await store.replace(sentCreation('a', 'again'))
    expect(await store.list()).toEqual([sentCreation('a', 'again')])
    await other.remove('a')
    await other.append(entryOf('a'))
    expect(await store.list()).toEqual([entryOf('a')])
    await other.remove('a')
    expect(await store.list()).toEqual([])
  })

  test.runIf(process.platform === 'linux')('the file store reads several entries at the same time', async () => {
    const path = join(folder, newName())
    const store = await FileStore.open(path)
    for (const id of ['a', 'b']) await store.append(entryOf(id))
    const paths = (await readdir(join(path, 'entries'))).toSorted().map((name) => join(path, 'entries', name))
    for (const each of paths) await rm(each)
    // Replace each entry by a pipe. A write to a pipe waits until the store reads this pipe. The test writes the second
    // entry first, so the store must read both pipes at the same time.
    execFileSync('sh', ['-c', 'mkfifo "$0" "$1"', ...paths])
    const listing = store.list()
    for (const id of ['b', 'a']) await writeFile(paths.pop()!, JSON.stringify(entryOf(id)))
    expect(await listing).toEqual(['a', 'b'].map(entryOf))
  })

  test('the file store denies other users of the machine access to the files and folders of the store', async () => {
    const path = join(folder, newName())
    await (await FileStore.open(path)).append(entryOf('a'), new Uint8Array([1]))
    const names = await readdir(path, { recursive: true })
    const modes = await Promise.all(names.map(async (name) => (await stat(join(path, name))).mode & 0o077))
    expect(modes).toEqual([0, 0, 0, 0, 0])
  })

  test('the file store removes an appended entry and its bytes if flushing them to the disk fails', async () => {
    const { path, store } = await newFileStore()
    const sync = vi.spyOn(await handles(), 'sync').mockImplementation(async () => {
      // Fail only after the bytes of the file and the entry were written.
      if ((await readdir(join(path, 'entries'))).some((name) => name.endsWith('.json'))) throw new Error('EIO')
    })
    await expect(store.append(entryOf('a'), new Uint8Array([1]))).rejects.toThrow('EIO')
    sync.mockRestore()
    expect([await store.list(), await readdir(join(path, 'files'))]).toEqual([[], []])
  })

  test.each(['ENOSPC', 'EDQUOT'])(
    'a flush sends the entries of a file store and deletes them, although every write fails with %s',
    async (code) => {
      const { path, store } = await newFileStore()
      const queue = await OfflineQueue.open((await openQueue()).client, store)
      await queue.comment({ incidentId: 'known' }, { message: 'Seen' })
      const full = Object.assign(new Error('full'), { code })
      const write = vi.spyOn(await handles(), 'writeFile').mockRejectedValue(full)
      expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 1, waiting: 0 })
      write.mockRestore()
      expect(await readdir(path, { recursive: true })).toEqual(['cache', 'entries', 'files'])
    },
  )

  test('the file store leaves no lock file behind if it cannot write the lock file', async () => {
    const { store } = await newFileStore()
    const write = vi.spyOn(await handles(), 'writeFile').mockRejectedValue(new Error('ENOSPC'))
    await expect(store.whileAlone(async () => 1)).rejects.toThrow('ENOSPC')
    write.mockRestore()
    expect(await store.whileAlone(async () => 2)).toEqual({ result: 2 })
  })

  test.each([
    ['ahead', [1, 2]],
    ['behind', [2, 1]],
  ])(
    'if two processes append entries with the same id, the file store stores only the first entry: the second clock is %s',
    async (_, times) => {
      const path = join(folder, newName())
      const stores = [await FileStore.open(path), await FileStore.open(path)]
      onTestFinished(() => void vi.useRealTimers())
      const added: boolean[] = []
      for (const [index, time] of times.entries()) {
        vi.setSystemTime(time)
        added.push(await stores[index]!.append(noteOf('a', index), new Uint8Array([index])))
      }
      expect(added).toEqual([true, false])
      for (const store of stores) {
        expect(await store.list()).toEqual([noteOf('a', 0)])
        expect(await store.readFile('a')).toEqual(Buffer.from([0]))
      }
      await stores[0]!.remove('a')
      expect(await stores[1]!.list()).toEqual([])
    },
  )

  test('the file store does not change the bytes of an entry when another process fails to append an entry with the same id', async () => {
    const path = join(folder, newName())
    const stores = [await FileStore.open(path), await FileStore.open(path)]
    await failOneEntry()
    const appending = stores.map((store) => store.append(entryOf('a'), new Uint8Array([1])))
    const outcomes = await Promise.allSettled(appending)
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await failOneEntry()
    for (const store of stores) {
      expect(await store.append(entryOf('a'), new Uint8Array([2]))).toBe(false)
      expect(await store.readFile('a')).toEqual(Buffer.from([1]))
    }
  })

  test('the file store accepts a new entry with the id of a damaged entry', async () => {
    const path = join(folder, newName())
    const store = await FileStore.open(path, { onDamaged: () => undefined })
    await store.append(noteOf('a', 0), new Uint8Array([0]))
    const [name] = await readdir(join(path, 'entries'))
    await writeFile(join(path, 'entries', name!), '')
    const other = await FileStore.open(path, { onDamaged: () => undefined })
    expect(await other.append(noteOf('a', 1), new Uint8Array([1]))).toBe(true)
    for (const each of [store, other]) {
      expect(await each.append(noteOf('a', 2))).toBe(false)
      expect(await each.list()).toEqual([noteOf('a', 1)])
      expect(await each.read('a')).toEqual(noteOf('a', 1))
      expect(await each.readFile('a')).toEqual(Buffer.from([1]))
    }
  })

  test('the file store does not wait for a process that ended while appending an entry, and removes the lock file a day later', async () => {
    const path = join(folder, newName())
    const store = await FileStore.open(path)
    for (const id of ['a', 'b']) await writeFile(join(path, 'files', `${id}.lock`), lockOf({ pid: deadPid }))
    expect(await store.append(entryOf('a'))).toBe(true)
    expect(await readdir(join(path, 'files'))).toEqual(['b.lock'])
    const yesterday = Date.now() / 1000 - 25 * 60 * 60
    await utimes(join(path, 'files', 'b.lock'), yesterday, yesterday)
    await FileStore.open(path)
    expect(await readdir(join(path, 'files'))).toEqual([])
  })

  test('the file store appends an entry behind the existing entries even if the clock was set back', async () => {
    const path = join(folder, newName())
    await (await FileStore.open(path)).append(entryOf('z'))
    vi.setSystemTime(new Date('2001-01-01'))
    const later = await FileStore.open(path)
    await later.append(entryOf('y'))
    await later.append(entryOf('x'))
    vi.useRealTimers()
    expect((await later.list()).map(({ id }) => id)).toEqual(['z', 'y', 'x'])
  })
})

describe('the IndexedDB store', () => {
  test('the IndexedDB store opens its database again after `close`, and creates a new database after another page deleted the old database', async () => {
    const name = newName()
    const store = await IndexedDbStore.open(name)
    await store.append(entryOf('a'))
    await store.close()
    expect(await store.list()).toEqual([entryOf('a')])
    await new Promise((resolve) => indexedDB.deleteDatabase(name).addEventListener('success', resolve))
    expect(await store.list()).toEqual([])
    await store.append(entryOf('b'))
    expect(await store.list()).toEqual([entryOf('b')])
  })

  test('the IndexedDB store opens its database again after the browser closed the connection', async () => {
    const listen = vi.spyOn(IDBDatabase.prototype, 'addEventListener')
    onTestFinished(() => listen.mockRestore())
    const store = await IndexedDbStore.open(newName())
    const index = listen.mock.calls.findIndex(([type]) => type === 'close')
    ;(listen.mock.contexts[index] as unknown as { close: () => void }).close()
    const [, onClosed] = listen.mock.calls[index]!
    ;(onClosed as () => void)()
    expect(await store.list()).toEqual([])
  })

  test('the IndexedDB store opens its database in a later call even if an earlier call failed with VersionError', async () => {
    const name = newName()
    const store = await IndexedDbStore.open(name)
    await store.close()
    const newer = indexedDB.open(name, 2)
    await new Promise((resolve) => newer.addEventListener('success', resolve))
    await expect(store.list()).rejects.toMatchObject({ name: 'VersionError' })
    newer.result.close()
    await new Promise((resolve) => indexedDB.deleteDatabase(name).addEventListener('success', resolve))
    expect(await store.list()).toEqual([])
  })

  test('the IndexedDB store asks the browser to write each change to the disk before the transaction completes', async () => {
    const store = await IndexedDbStore.open(newName())
    const begin = vi.spyOn(IDBDatabase.prototype, 'transaction')
    onTestFinished(() => begin.mockRestore())
    await store.append(entryOf('a'))
    expect(begin.mock.calls).toEqual([[['entries', 'files'], 'readwrite', { durability: 'strict' }]])
  })

  test('the IndexedDB store accepts calls while its database is being closed', async () => {
    const store = await IndexedDbStore.open(newName())
    await Promise.all([store.append(entryOf('a')), store.close(), store.append(entryOf('b'))])
    expect(await store.list()).toEqual([entryOf('a'), entryOf('b')])
  })

  test('the IndexedDB store stores no bytes for an entry that cannot be stored', async () => {
    const store = await IndexedDbStore.open(newName())
    const entry = { ...entryOf('a'), comment: { message: () => '' } as object }
    await expect(store.append(entry, new Uint8Array([1]))).rejects.toMatchObject({ name: 'DataCloneError' })
    expect(await store.readFile('a')).toBeUndefined()
  })

  test('the IndexedDB store returns undefined for bytes and a cached value that the browser has lost', async () => {
    const store = await IndexedDbStore.open(newName())
    await store.append(entryOf('a'), new Uint8Array([1]))
    await store.writeCache('reference-data', {})
    const get = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
      throw new DOMException('Data lost due to missing file.', 'NotReadableError')
    })
    onTestFinished(() => get.mockRestore())
    expect([await store.readFile('a'), await store.readCache('reference-data')]).toEqual([undefined, undefined])
  })

  test('the IndexedDB store rejects with the error of the transaction, such as QuotaExceededError, and stores nothing', async () => {
    const store = await IndexedDbStore.open(newName())
    const add = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(function (this: IDBObjectStore) {
      const { transaction } = this
      const request = this.put({})
      transaction.abort()
      Object.defineProperty(transaction, 'error', { value: new DOMException('', 'QuotaExceededError') })
      return request
    })
    onTestFinished(() => add.mockRestore())
    await expect(store.append(entryOf('a'), new Uint8Array([1]))).rejects.toMatchObject({ name: 'QuotaExceededError' })
    expect([await store.list(), await store.readFile('a')]).toEqual([[], undefined])
  })
})
