import type { QueueEntry } from '../offline/entry.ts'

/** An entry and its place in the queue. */
export interface Stored {
  position: number
  entry: QueueEntry
}

/**
 * Where an offline queue is kept. To keep one elsewhere (a native database, a file system of another runtime), implement
 * this. Entries and cached values are JSON; files are bytes.
 *
 * What the queue relies on:
 * - When a promise of `append`, `replace` or `remove` has resolved, what it did survives a crash and a power cut.
 * - Each of them happens as a whole or not at all, whenever the process ends.
 * - Several queues, in several processes or tabs, may use one store at once.
 */
export interface QueueStore {
  /**
   * Adds an entry behind all others, together with its file.
   * @returns its position: greater than that of every entry there is.
   */
  append(entry: QueueEntry, file?: Uint8Array<ArrayBuffer>): Promise<number>
  /** All entries in the order of their positions. */
  list(): Promise<Stored[]>
  /** Undefined: it has been removed. */
  read(position: number): Promise<QueueEntry | undefined>
  /** The bytes that were appended with the entry. */
  readFile(position: number): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Puts another entry in the place of one and keeps its file; does nothing when it has been removed. */
  replace(position: number, entry: QueueEntry): Promise<void>
  /** Removes an entry and its file; does nothing when it has been removed. */
  remove(position: number): Promise<void>
  /** What `writeCache` wrote last under this name. */
  readCache(name: string): Promise<unknown>
  writeCache(name: string, value: unknown): Promise<void>
  /**
   * Runs `run` unless something else runs on this store, in whatever process or tab. A process that died no longer runs.
   *
   * This saves work and is no condition of being exact: everything that is sent carries a key, so two queues that send
   * at once create nothing twice.
   * @returns undefined when something else runs.
   */
  whileAlone<Result>(run: () => Promise<Result>): Promise<{ result: Result } | undefined>
}
