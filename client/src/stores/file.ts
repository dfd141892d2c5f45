import { readFile as readFileWithCallback } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { notify } from '../notify.ts'
import type { QueueEntry } from '../offline/entry.ts'
import { codeOf, isThere, removeLeftover, requireRoom, warnOfDamage } from './file-system.ts'
import { acquireLockIfRoom, waitForLock } from './lock-file.ts'
import { seal, unseal } from './seal.ts'
import type { QueueStore } from './store.ts'
import { draftSuffix, makeFolder, syncFolder, writeDurably } from './write-durably.ts'

export interface FileStoreOptions {
  /**
   * Called with the path of each damaged or unreadable file, once per file while the store is open. The file stays in
   * the folder, and the queue continues without the file. By default, the process emits a warning.
   */
  onDamaged?: (path: string) => void
}

// For thousands of small files, this function is three times as fast as `readFile` of `node:fs/promises`.
const readFile = promisify(readFileWithCallback)

const readAtOnce = 32

/**
 * Stores a queue in a folder that several processes may share. `entries/<position>.<id>.json` has an entry with its
 * SHA-256, and `files/<id>` has the bytes of its file.
 */
export class FileStore implements QueueStore {
  readonly #folder: string
  readonly #onDamaged: (path: string) => void
  readonly #damaged = new Set<string>()
  // File names by entry id, in queue order, as the folder was when last read.
  #names = new Map<string, string>()
  // Cache of sent creations, keyed by file name, because reading thousands of files at each flush would take seconds.
  #sent = new Map<string, QueueEntry>()
  #lastPosition = 0

  private constructor(folder: string, { onDamaged = warnOfDamage }: FileStoreOptions) {
    this.#folder = folder
    this.#onDamaged = onDamaged
  }

  /**
   * Opens the store of a folder.
   * @param folder path of the folder, which is created if absent. Use a separate folder for each organization.
   * @throws errors of the file system, such as missing write access or a full disk. Every method may throw these
   *   errors.
   */
  static async open(folder: string, options: FileStoreOptions = {}): Promise<FileStore> {
    for (const name of ['entries', 'files', 'cache']) await makeFolder(join(folder, name))
    const store = new FileStore(folder, options)
    await store.#removeLeftovers()
    return store
  }

  async append(entry: QueueEntry, file?: Uint8Array): Promise<boolean> {
    await requireRoom(this.#folder, file?.length ?? 0)
    // The lock file is in `files/`, where the leftovers of killed processes are removed.
    const release = await waitForLock(this.#path('files', `${entry.id}.lock`))
    try {
      const name = (await this.#readNames()).get(entry.id)
      if (name !== undefined && (await this.#readEntry(entry.id, name))) return false
      await this.#add(entry, file)
      // Rename the file of a damaged entry with the same id, so that `list` ignores the file.
      if (name !== undefined) await rename(this.#path('entries', name), this.#path('entries', `${name}.damaged`))
      return true
    } finally {
      await release()
    }
  }

  async #add(entry: QueueEntry, file?: Uint8Array): Promise<void> {
    // Use the time as the position, which puts the entry behind the entries of other processes. If the clock was set
    // back, use the number after the last position.
    this.#lastPosition = Math.max(this.#lastPosition + 1, Date.now())
    const name = `${String(this.#lastPosition).padStart(15, '0')}.${entry.id}.json`
    const [path, filePath] = [this.#path('entries', name), this.#path('files', entry.id)]
    if (file) await writeDurably(filePath, file)
    try {
      await writeDurably(path, seal(entry))
    } catch (error) {
      // Remove the new file at `path`, too. If only the sync of the folder failed, this file exists.
      for (const leftover of [path, filePath]) await rm(leftover, { force: true }).catch(() => undefined)
      throw error
    }
    this.#names.set(entry.id, name)
  }

  async list(): Promise<QueueEntry[]> {
    const names = await this.#readNames()
    const rest = [...names]
    const entries: QueueEntry[] = []
    while (rest.length > 0) {
      const reading = rest.splice(0, readAtOnce).map(([id, name]) => this.#sent.get(name) ?? this.#readEntry(id, name))
      entries.push(...(await Promise.all(reading)).filter((entry) => entry !== undefined))
    }
    this.#sent = new Map(entries.filter(({ state }) => state === 'sent').map((entry) => [names.get(entry.id)!, entry]))
    return structuredClone(entries)
  }

  async damaged(): Promise<string[]> {
    const names = await this.#readNames()
    return [...names].filter(([, name]) => this.#damaged.has(this.#path('entries', name))).map(([id]) => id)
  }

  async read(id: string): Promise<QueueEntry | undefined> {
    const name = await this.#nameOf(id)
    return name === undefined ? undefined : this.#readEntry(id, name)
  }

  async readFile(id: string): Promise<Uint8Array | undefined> {
    return this.#read(this.#path('files', id), (bytes) => bytes)
  }

  async replace(entry: QueueEntry): Promise<void> {
    const name = await this.#nameOf(entry.id)
    if (name === undefined) return
    await writeDurably(this.#path('entries', name), seal(entry))
    this.#sent.delete(name)
  }

  async remove(id: string): Promise<void> {
    const name = await this.#nameOf(id)
    if (name === undefined) return
    // Remove the entry before its bytes. If the process ends in between, bytes without an entry are only a leftover,
    // but an entry without bytes could never be sent.
    await rm(this.#path('entries', name), { force: true })
    await syncFolder(this.#path('entries'))
    this.#names.delete(id)
    await rm(this.#path('files', id), { force: true })
  }

  async readCache(name: string): Promise<unknown> {
    return this.#read(this.#path('cache', `${name}.json`), unseal)
  }

  async writeCache(name: string, value: unknown): Promise<void> {
    await writeDurably(this.#path('cache', `${name}.json`), seal(value))
  }

  async whileAlone<Result>(run: () => Promise<Result>): Promise<{ result: Result } | undefined> {
    const release = await acquireLockIfRoom(this.#path('lock'))
    if (!release) return undefined
    try {
      return { result: await run() }
    } finally {
      await release()
    }
  }

  #path(...names: string[]): string {
    return join(this.#folder, ...names)
  }

  // The file name of an entry never changes, so a cached name is valid until the entry is removed.
  async #nameOf(id: string): Promise<string | undefined> {
    const known = this.#names.get(id)
    if (known !== undefined && (await isThere(this.#path('entries', known)))) return known
    return (await this.#readNames()).get(id)
  }

  async #readNames(): Promise<Map<string, string>> {
    const found = (await readdir(this.#path('entries'))).toSorted().flatMap((name) => {
      const [, position, id] = /^(\d{15})\.(.+)\.json$/.exec(name) ?? []
      return id === undefined ? [] : [{ name, id, position: Number(position) }]
    })
    this.#lastPosition = Math.max(this.#lastPosition, found.at(-1)?.position ?? 0)
    this.#names = new Map(found.map(({ id, name }) => [id, name]))
    return this.#names
  }

  #readEntry(id: string, name: string): Promise<QueueEntry | undefined> {
    return this.#read(this.#path('entries', name), (bytes) => {
      const entry = unseal(bytes) as QueueEntry | null
      if (entry?.id !== id) throw new SyntaxError('The content is not that of this entry.')
      return entry
    })
  }

  /** Reads and parses a file. @returns undefined for a missing or damaged file. */
  async #read<Content>(path: string, parse: (bytes: Buffer) => Content): Promise<Content | undefined> {
    try {
      const content = parse(await readFile(path))
      this.#damaged.delete(path)
      return content
    } catch (error) {
      const code = codeOf(error)
      if (code === 'ENOENT') return undefined
      // A file that the disk cannot read counts as damaged, because other files may still be readable.
      if (!(error instanceof SyntaxError) && code !== 'EIO' && code !== 'EISDIR') throw error
      if (!this.#damaged.has(path)) notify(this.#onDamaged, path)
      this.#damaged.add(path)
      return undefined
    }
  }

  /** Removes incomplete and unused files of processes that ended while they wrote. */
  async #removeLeftovers(): Promise<void> {
    const names = await this.#readNames()
    for (const folder of ['entries', 'files', 'cache']) {
      for (const name of await readdir(this.#path(folder))) {
        const isLeftover = name.endsWith(draftSuffix) || (folder === 'files' && !names.has(name))
        if (isLeftover) await removeLeftover(this.#path(folder), name)
      }
    }
  }
}
