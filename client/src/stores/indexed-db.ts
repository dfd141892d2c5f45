import type { QueueEntry } from '../offline/entry.ts'
import { openDatabase, type OpenOptions } from './open-database.ts'
import type { QueueStore } from './store.ts'

type Mode = 'readonly' | 'readwrite'

/** Keeps a queue in the browser, for all tabs and workers of one origin. */
export class IndexedDbStore implements QueueStore {
  readonly #name: string
  readonly #options: OpenOptions
  /** Undefined: the browser has closed the database; the next use opens it again. */
  #database: Promise<IDBDatabase> | undefined
  /** Names of the busy queues of this page, for browsers without Web Locks. */
  static readonly #busy = new Set<string>()

  private constructor(name: string, options: OpenOptions) {
    this.#name = name
    this.#options = options
  }

  /**
   * @param name of the database: one for each organization that the app works for.
   * @throws StoreBlockedError when another tab keeps the database from being opened, here and in every method; what the
   *   browser fails with.
   */
  static async open(name = 'tocsin-offline', options: OpenOptions = {}): Promise<IndexedDbStore> {
    const store = new IndexedDbStore(name, options)
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
    let times = 0
    const adding = this.#in(['entries', 'files'], 'readwrite', (entries, files) => {
      times++
      if (file) files!.put(file, entry.id)
      return entries.add(entry)
    })
    return adding.then(
      () => true,
      async (error: Error) => {
        // The index of the ids has this one, and the file is as it was.
        if (error.name !== 'ConstraintError') throw error
        // The connection may have been lost after the entry was stored.
        return times > 1 && JSON.stringify(await this.read(entry.id)) === JSON.stringify(entry)
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
    const reading = this.#in(['files'], 'readonly', (files) => files.get(id) as IDBRequest<Uint8Array | undefined>)
    return reading.catch((error: Error) => {
      // Browsers keep large values in files of their own, which may be lost one by one.
      if (lostValues.has(error.name)) return undefined
      throw error
    })
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

  /**
   * Resolves when the transaction is complete, that is, when what it did is on the disk. Where the connection was lost,
   * which not every browser says by an event, it is tried once more on a new one.
   */
  async #in<Result>(names: string[], mode: Mode, act: Act<Result>): Promise<Result> {
    const opening = this.#opened()
    try {
      return await transact(await opening, names, mode, act)
    } catch (error) {
      if (!lostConnections.has((error as Error).name)) throw error
      await this.#drop(opening)
      return transact(await this.#opened(), names, mode, act)
    }
  }

  /** Closes a connection, unless another one has taken its place. */
  async #drop(opening: Promise<IDBDatabase>): Promise<void> {
    if (this.#database === opening) this.#database = undefined
    const database = await opening.catch(() => undefined)
    database?.close()
  }

  #opened(): Promise<IDBDatabase> {
    if (this.#database) return this.#database
    const forget = () => {
      if (this.#database === opening) this.#database = undefined
    }
    const opening = openDatabase(this.#name, this.#options, forget).catch((error: unknown) => {
      forget()
      throw error
    })
    this.#database = opening
    return opening
  }
}

type Act<Result> = (first: IDBObjectStore, second?: IDBObjectStore) => IDBRequest<Result>

/** Nothing of an aborted transaction was stored. */
const lostConnections: ReadonlySet<string> = new Set(['InvalidStateError', 'UnknownError', 'AbortError'])
const lostValues: ReadonlySet<string> = new Set(['NotReadableError', 'DataError'])

function transact<Result>(database: IDBDatabase, names: string[], mode: Mode, act: Act<Result>): Promise<Result> {
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

const byId = (entries: IDBObjectStore): IDBIndex => entries.index('id')

/** Acts on an entry where it is in the queue; not at all when it is not there. */
function withKey(entries: IDBObjectStore, id: string, act: (key: IDBValidKey) => void) {
  const finding = byId(entries).getKey(id)
  finding.addEventListener('success', () => {
    if (finding.result !== undefined) act(finding.result)
  })
  return finding
}

export { StoreBlockedError, type OpenOptions } from './open-database.ts'
