import type { QueueEntry } from '../offline/entry.ts'
import type { QueueStore, Stored } from './store.ts'

type Mode = 'readonly' | 'readwrite'

/** Keeps a queue in the browser, for all tabs and workers of one origin. */
export class IndexedDbStore implements QueueStore {
  readonly #database: IDBDatabase
  readonly #name: string
  /** Where there are no Web Locks, queues of this page still know of each other. */
  static readonly #busy = new Set<string>()

  private constructor(database: IDBDatabase, name: string) {
    this.#database = database
    this.#name = name
    // A later version of this package may want to change the database; this page must not hold it up.
    database.onversionchange = () => database.close()
  }

  /** @param name of the database: one for each organization that the app works for. */
  static async open(name = 'tocsin-offline'): Promise<IndexedDbStore> {
    const opening = indexedDB.open(name, 1)
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore('entries', { autoIncrement: true })
      // Apart, so that to look through the queue is not to read every photo. The key is that of the entry.
      opening.result.createObjectStore('files')
      opening.result.createObjectStore('cache')
    }
    return new IndexedDbStore(await settled(opening), name)
  }

  /** Closes the database; the store cannot be used afterwards. */
  close(): void {
    this.#database.close()
  }

  async append(entry: QueueEntry, file?: Uint8Array<ArrayBuffer>): Promise<number> {
    const key = await this.#in(['entries', 'files'], 'readwrite', (entries, files) => {
      const adding = entries.add(entry)
      if (file) adding.addEventListener('success', () => files!.put(file, adding.result))
      return adding
    })
    return key as number
  }

  async list(): Promise<Stored[]> {
    const stored: Stored[] = []
    await this.#in(['entries'], 'readonly', (entries) => {
      const walk = entries.openCursor()
      walk.addEventListener('success', () => {
        const cursor = walk.result
        if (!cursor) return
        stored.push({ position: cursor.key as number, entry: cursor.value as QueueEntry })
        cursor.continue()
      })
      return walk
    })
    return stored
  }

  read(position: number): Promise<QueueEntry | undefined> {
    return this.#in(['entries'], 'readonly', (entries) => entries.get(position) as IDBRequest<QueueEntry | undefined>)
  }

  readFile(position: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return this.#in(['files'], 'readonly', (files) => files.get(position))
  }

  async replace(position: number, entry: QueueEntry): Promise<void> {
    await this.#in(['entries'], 'readwrite', (entries) => {
      const counting = entries.count(position)
      counting.addEventListener('success', () => {
        if (counting.result > 0) entries.put(entry, position)
      })
      return counting
    })
  }

  async remove(position: number): Promise<void> {
    await this.#in(['entries', 'files'], 'readwrite', (entries, files) => {
      files!.delete(position)
      return entries.delete(position)
    })
  }

  readCache(name: string): Promise<unknown> {
    return this.#in(['cache'], 'readonly', (cache) => cache.get(name))
  }

  async writeCache(name: string, value: unknown): Promise<void> {
    await this.#in(['cache'], 'readwrite', (cache) => cache.put(value, name))
  }

  async whileAlone<Result>(run: () => Promise<Result>): Promise<{ result: Result } | undefined> {
    const lockName = `tocsin-offline:${this.#name}`
    if (globalThis.navigator?.locks) {
      return navigator.locks.request(lockName, { ifAvailable: true }, async (lock) =>
        lock ? { result: await run() } : undefined,
      )
    }
    if (IndexedDbStore.#busy.has(lockName)) return undefined
    IndexedDbStore.#busy.add(lockName)
    try {
      return { result: await run() }
    } finally {
      IndexedDbStore.#busy.delete(lockName)
    }
  }

  /** Resolves when the transaction is complete, that is, when what it did is on the disk. */
  #in<Result>(
    names: string[],
    mode: Mode,
    act: (first: IDBObjectStore, second?: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      const transaction = this.#database.transaction(names, mode, { durability: 'strict' })
      const [first, second] = names.map((name) => transaction.objectStore(name))
      const request = act(first!, second)
      transaction.addEventListener('complete', () => resolve(request.result))
      transaction.addEventListener('error', () => reject(transaction.error))
      transaction.addEventListener('abort', () => reject(transaction.error))
    })
  }
}

const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
