import type { QueueEntry } from '../offline/entry.ts'
import type { QueueStore } from './store.ts'

type Mode = 'readonly' | 'readwrite'

/** Keeps a queue in the browser, for all tabs and workers of one origin. */
export class IndexedDbStore implements QueueStore {
  readonly #name: string
  /** Undefined: the browser has closed the database; the next use opens it again. */
  #database: Promise<IDBDatabase> | undefined
  /** Where there are no Web Locks, queues of this page still know of each other. */
  static readonly #busy = new Set<string>()

  private constructor(name: string) {
    this.#name = name
  }

  /** @param name of the database: one for each organization that the app works for. */
  static async open(name = 'tocsin-offline'): Promise<IndexedDbStore> {
    const store = new IndexedDbStore(name)
    await store.#opened()
    return store
  }

  /** Closes the database; the next use opens it again. */
  async close(): Promise<void> {
    const opened = this.#database
    // At once: a call while this waits must not get a database that is about to be closed.
    this.#database = undefined
    ;(await opened)?.close()
  }

  async append(entry: QueueEntry, file?: Uint8Array): Promise<boolean> {
    const adding = this.#in(['entries', 'files'], 'readwrite', (entries, files) => {
      if (file) files!.put(file, entry.id)
      return entries.add(entry)
    })
    return adding.then(
      () => true,
      (error: Error) => {
        // The index of the ids has this one, and the file is as it was.
        if (error.name === 'ConstraintError') return false
        throw error
      },
    )
  }

  list(): Promise<QueueEntry[]> {
    return this.#in(['entries'], 'readonly', (entries) => entries.getAll() as IDBRequest<QueueEntry[]>)
  }

  read(id: string): Promise<QueueEntry | undefined> {
    return this.#in(['entries'], 'readonly', (entries) => byId(entries).get(id) as IDBRequest<QueueEntry | undefined>)
  }

  readFile(id: string): Promise<Uint8Array | undefined> {
    return this.#in(['files'], 'readonly', (files) => files.get(id) as IDBRequest<Uint8Array | undefined>)
  }

  async replace(entry: QueueEntry): Promise<void> {
    await this.#in(['entries'], 'readwrite', (entries) =>
      withKey(entries, entry.id, (key) => void entries.put(entry, key)),
    )
  }

  async remove(id: string): Promise<void> {
    await this.#in(['entries', 'files'], 'readwrite', (entries, files) => {
      files!.delete(id)
      return withKey(entries, id, (key) => void entries.delete(key))
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
  async #in<Result>(
    names: string[],
    mode: Mode,
    act: (first: IDBObjectStore, second?: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result> {
    const database = await this.#opened()
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(names, mode, { durability: 'strict' })
      const [first, second] = names.map((name) => transaction.objectStore(name))
      try {
        const request = act(first!, second)
        transaction.addEventListener('complete', () => resolve(request.result))
        // Every failure ends in this; only now is it known which.
        transaction.addEventListener('abort', () => reject(transaction.error ?? request.error))
      } catch (error) {
        // What it did before would be committed without the rest.
        transaction.abort()
        throw error
      }
    })
  }

  #opened(): Promise<IDBDatabase> {
    this.#database ??= openDatabase(this.#name, () => {
      this.#database = undefined
    }).catch((error: unknown) => {
      this.#database = undefined
      throw error
    })
    return this.#database
  }
}

/** @param onClosed is called when the browser has taken the database away, as phones do while an app sleeps. */
function openDatabase(name: string, onClosed: () => void): Promise<IDBDatabase> {
  const opening = indexedDB.open(name, 1)
  opening.addEventListener('upgradeneeded', () => {
    // Their keys are their order.
    const entries = opening.result.createObjectStore('entries', { autoIncrement: true })
    entries.createIndex('id', 'id', { unique: true })
    // Apart, so that to look through the queue is not to read every photo. The key is the id of the entry.
    opening.result.createObjectStore('files')
    opening.result.createObjectStore('cache')
  })
  return new Promise((resolve, reject) => {
    opening.addEventListener('error', () => reject(opening.error))
    opening.addEventListener('success', () => {
      const database = opening.result
      database.addEventListener('close', onClosed)
      // A later version of this package may want to change the database; this page must not hold it up.
      database.addEventListener('versionchange', () => {
        database.close()
        onClosed()
      })
      resolve(database)
    })
  })
}

const byId = (entries: IDBObjectStore): IDBIndex => entries.index('id')

/** Acts on an entry where it is in the queue; not at all when it is not there. */
function withKey(entries: IDBObjectStore, id: string, act: (key: IDBValidKey) => void) {
  const finding = byId(entries).getKey(id)
  finding.addEventListener('success', () => {
    if (finding.result !== undefined) act(finding.result)
  })
  return finding
}
