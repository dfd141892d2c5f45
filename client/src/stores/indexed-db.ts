import type { QueueEntry } from '../offline/entry.ts'
import type { QueueStore, Stored } from './store.ts'

interface Row {
  entry: QueueEntry
  file: Uint8Array<ArrayBuffer> | undefined
}

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
      opening.result.createObjectStore('cache')
    }
    return new IndexedDbStore(await settled(opening), name)
  }

  /** Closes the database; the store cannot be used afterwards. */
  close(): void {
    this.#database.close()
  }

  async append(entry: QueueEntry, file?: Uint8Array<ArrayBuffer>): Promise<number> {
    return (await this.#in('entries', 'readwrite', (store) => store.add({ entry, file } satisfies Row))) as number
  }

  async list(): Promise<Stored[]> {
    const stored: Stored[] = []
    // Row by row: all at once, the bytes of every photo would be in memory together.
    await this.#in('entries', 'readonly', (store) => {
      const walk = store.openCursor()
      walk.onsuccess = () => {
        const cursor = walk.result
        if (!cursor) return
        stored.push({ position: cursor.key as number, entry: (cursor.value as Row).entry })
        cursor.continue()
      }
      return walk
    })
    return stored
  }

  async read(position: number): Promise<QueueEntry | undefined> {
    return (await this.#row(position))?.entry
  }

  async readFile(position: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return (await this.#row(position))?.file
  }

  async replace(position: number, entry: QueueEntry): Promise<void> {
    await this.#in('entries', 'readwrite', (store) => {
      const reading: IDBRequest<Row | undefined> = store.get(position)
      reading.onsuccess = () => {
        if (reading.result) store.put({ ...reading.result, entry } satisfies Row, position)
      }
      return reading
    })
  }

  async remove(position: number): Promise<void> {
    await this.#in('entries', 'readwrite', (store) => store.delete(position))
  }

  readCache(name: string): Promise<unknown> {
    return this.#in('cache', 'readonly', (store) => store.get(name))
  }

  async writeCache(name: string, value: unknown): Promise<void> {
    await this.#in('cache', 'readwrite', (store) => store.put(value, name))
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

  #row(position: number): Promise<Row | undefined> {
    return this.#in('entries', 'readonly', (store) => store.get(position) as IDBRequest<Row | undefined>)
  }

  /** Resolves when the transaction is complete, that is, when what it did is on the disk. */
  #in<Result>(name: string, mode: Mode, act: (store: IDBObjectStore) => IDBRequest<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const transaction = this.#database.transaction(name, mode, { durability: 'strict' })
      const request = act(transaction.objectStore(name))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onerror = () => reject(transaction.error)
      transaction.onabort = () => reject(transaction.error)
    })
  }
}

const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
