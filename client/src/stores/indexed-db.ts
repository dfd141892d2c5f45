import type { QueueEntry } from '../offline/entry.ts'
import { openDatabase, type OpenOptions } from './open-database.ts'
import type { QueueStore } from './store.ts'

type Mode = 'readonly' | 'readwrite'

/** Stores a queue in the browser's IndexedDB, for all tabs and workers of one origin. */
export class IndexedDbStore implements QueueStore {
  readonly #name: string
  readonly #options: OpenOptions
  /**
   * Connection to the database; undefined while the database is closed. The next call of a method opens the database
   * again.
   */
  #database: Promise<IDBDatabase> | undefined
  /** Names of the locks that this page has taken, for browsers without Web Locks. */
  static readonly #busy = new Set<string>()

  private constructor(name: string, options: OpenOptions) {
    this.#name = name
    this.#options = options
  }

  /**
   * Opens the store of a database.
   * @param name name of the database. Use a separate database for each organization that the app works for.
   * @throws StoreBlockedError if another tab prevents opening the database; errors of the browser. Every method may
   *   throw these errors.
   */
  static async open(name = 'tocsin-offline', options: OpenOptions = {}): Promise<IndexedDbStore> {
    const store = new IndexedDbStore(name, options)
    await store.#opened()
    return store
  }

  /** Closes the database. The next call of a method opens the database again. */
  async close(): Promise<void> {
    const opened = this.#database
    // Forget the connection before closing it: a concurrent call must not get a connection that is about to close.
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
        // ConstraintError: the store has an entry with this id. The aborted transaction did not change the file of that
        // entry.
        if (error.name !== 'ConstraintError') throw error
        // If the first attempt stored the entry before the connection was lost, the second attempt finds the same
        // entry. Report a success.
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
    return unlessLost(this.#in(['files'], 'readonly', (files) => files.get(id) as IDBRequest<Uint8Array | undefined>))
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
    return unlessLost(this.#in(['cache'], 'readonly', (cache) => cache.get(name)))
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
   * Runs a transaction. Resolves when the transaction is complete, that is, when its changes are on the disk. If the
   * connection was lost, repeats the transaction on a new connection, because not every browser reports a lost
   * connection by an event.
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

  /**
   * Closes a lost connection. The next call then opens a new connection, unless another call has already opened one.
   */
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

/** Names of errors after which a transaction is repeated on a new connection. An aborted transaction stored nothing. */
const lostConnections: ReadonlySet<string> = new Set(['InvalidStateError', 'UnknownError', 'AbortError'])
/** Names of errors for a value that the browser can no longer read. */
const lostValues: ReadonlySet<string> = new Set(['NotReadableError', 'DataError'])

/**
 * Returns undefined for a value that the browser has lost. Browsers store large values in separate files, so a single
 * value can be lost.
 */
function unlessLost<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  return reading.catch((error: Error) => {
    if (lostValues.has(error.name)) return undefined
    throw error
  })
}

function transact<Result>(database: IDBDatabase, names: string[], mode: Mode, act: Act<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(names, mode, { durability: 'strict' })
    const [first, second] = names.map((name) => transaction.objectStore(name))
    try {
      const request = act(first!, second)
      transaction.addEventListener('complete', () => resolve(request.result))
      // Every failure ends in the event `abort`. The error of the failure is known only then.
      transaction.addEventListener('abort', () => reject(transaction.error ?? request.error))
    } catch (error) {
      // Without the abort, the requests before the error would be committed.
      transaction.abort()
      throw error
    }
  })
}

const byId = (entries: IDBObjectStore): IDBIndex => entries.index('id')

/** Calls `act` with the primary key of the entry that has the given id; does nothing if there is no such entry. */
function withKey(entries: IDBObjectStore, id: string, act: (key: IDBValidKey) => void) {
  const finding = byId(entries).getKey(id)
  finding.addEventListener('success', () => {
    if (finding.result !== undefined) act(finding.result)
  })
  return finding
}

export { StoreBlockedError, type OpenOptions } from './open-database.ts'
