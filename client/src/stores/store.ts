import type { QueueEntry } from '../offline/entry.ts'

/**
 * Storage of an offline queue. Implement it to store a queue elsewhere, such as in a native database. Entries and cached
 * values are JSON; files are bytes. Each entry has a unique `id`.
 *
 * The queue relies on three promises:
 * - Once a promise of `append`, `replace` or `remove` has resolved, its effect survives a crash and a power cut.
 * - Each of them happens as a whole or not at all, even if the process ends or the promise rejects.
 * - Several queues, in several processes or tabs, may use one store at once.
 */
export interface QueueStore {
  /**
   * Adds an entry behind all others, together with its file.
   * @returns false when there is an entry with its `id`: that one stays, with its file. Of two at once, one is added.
   */
  append(entry: QueueEntry, file?: Uint8Array): Promise<boolean>
  /** All entries in the order in which they were appended, except those that can no longer be read. */
  list(): Promise<QueueEntry[]>
  /** Ids of the entries that the last `list` left out, unless they have been removed since. Absent: it leaves out none. */
  damaged?(): Promise<string[]>
  /** Undefined: it has been removed, there never was one, or it can no longer be read. */
  read(id: string): Promise<QueueEntry | undefined>
  /** The bytes that were appended with the entry. */
  readFile(id: string): Promise<Uint8Array | undefined>
  /** Puts an entry in the place of the one with its id and keeps the file; does nothing when that has been removed. */
  replace(entry: QueueEntry): Promise<void>
  /** Removes an entry and its file; does nothing when it has been removed. */
  remove(id: string): Promise<void>
  /** Returns the value that `writeCache` last wrote under this name. */
  readCache(name: string): Promise<unknown>
  writeCache(name: string, value: unknown): Promise<void>
  /**
   * Runs `run` unless something else runs on this store, in any process or tab. A process that died does not count.
   *
   * This only saves work; correctness does not depend on it: everything that is sent carries a key, so two queues that
   * send at the same time create nothing twice.
   * @returns undefined when something else runs.
   */
  whileAlone<Result>(run: () => Promise<Result>): Promise<{ result: Result } | undefined>
}
