import type { QueueEntry } from '../offline/entry.ts'

/**
 * Storage of an offline queue. Implement this interface to store a queue elsewhere, such as in a native database.
 * Entries and cached values are JSON; files are bytes. Each entry has a unique `id`.
 *
 * The queue needs three guarantees:
 * - Once `append`, `replace` or `remove` has resolved, its change survives a crash and a power cut.
 * - Each of these changes happens as a whole or not at all, even if the process ends or the method rejects.
 * - Several queues, in several processes or tabs, may use one store at the same time.
 *
 * If the storage is full, a method rejects with an error whose `name` is `QuotaExceededError`, or whose `code` is
 * `ENOSPC` or `EDQUOT`. A flush continues after this error, because each sent entry that it removes makes room.
 */
export interface QueueStore {
  /**
   * Adds an entry behind all others, together with its file. Of two concurrent calls with one id, only one succeeds.
   * @returns false if the store already has an entry with this id. That entry and its file stay unchanged.
   */
  append(entry: QueueEntry, file?: Uint8Array): Promise<boolean>
  /** Returns all entries in the order in which they were appended, except damaged entries. */
  list(): Promise<QueueEntry[]>
  /** Returns the ids of damaged entries that the last `list` left out. A store without this method leaves out none. */
  damaged?(): Promise<string[]>
  /** Returns the entry with the given id; undefined if it was removed, is damaged, or never existed. */
  read(id: string): Promise<QueueEntry | undefined>
  /** Returns the bytes that were appended with the entry; undefined if there are none, or if they were lost. */
  readFile(id: string): Promise<Uint8Array | undefined>
  /** Replaces the entry that has the same id, and leaves its file unchanged; does nothing if that entry was removed. */
  replace(entry: QueueEntry): Promise<void>
  /** Removes an entry and its file; does nothing if the store has no such entry. */
  remove(id: string): Promise<void>
  /** Returns the value that `writeCache` last wrote under this name; undefined if there is none. */
  readCache(name: string): Promise<unknown>
  /** Stores a value under a name, in place of the earlier value. */
  writeCache(name: string, value: unknown): Promise<void>
  /**
   * Locks the store and calls `run`, unless another process or tab has locked the store. The lock of a process that
   * ended is ignored.
   *
   * The lock only saves work, and correctness does not depend on it: every request carries an idempotency key, so two
   * queues that send at the same time create nothing twice.
   * @returns the result of `run`; undefined if the store was locked.
   */
  whileAlone<Result>(run: () => Promise<Result>): Promise<{ result: Result } | undefined>
}
