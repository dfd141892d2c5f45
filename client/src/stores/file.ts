import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { QueueEntry } from '../offline/entry.ts'
import { acquireLock } from './lock-file.ts'
import type { QueueStore, Stored } from './store.ts'

/** What a file in the folder `entries` holds. */
interface Row {
  entry: QueueEntry
  /** Names the file with the bytes. */
  fileName?: string
}

/** Far longer than it takes from writing a file to writing the entry that names it. */
const leftoverAgeMs = 24 * 60 * 60 * 1000

/** Keeps a queue in a folder, for all processes that use it. */
export class FileStore implements QueueStore {
  readonly #folder: string

  private constructor(folder: string) {
    this.#folder = folder
  }

  /** @param folder is made where there is none; one for each organization that the app works for. */
  static async open(folder: string): Promise<FileStore> {
    for (const name of ['entries', 'files', 'cache']) await mkdir(join(folder, name), { recursive: true, mode: 0o700 })
    const store = new FileStore(folder)
    await store.#removeLeftovers()
    return store
  }

  async append(entry: QueueEntry, file?: Uint8Array<ArrayBuffer>): Promise<number> {
    const row: Row = { entry, ...(file && { fileName: randomUUID() }) }
    if (file) await this.#writeDurably(join('files', row.fileName!), file)
    const draft = this.#path('entries', `${randomUUID()}.draft`)
    await writeAndSync(draft, JSON.stringify(row))
    for (let position = await this.#nextPosition(); ; position++) {
      try {
        // Unlike a rename, a link fails when another process has taken the position.
        await link(draft, this.#entryPath(position))
      } catch (error) {
        if (codeOf(error) === 'EEXIST') continue
        throw error
      }
      await rm(draft)
      await syncFolder(this.#path('entries'))
      return position
    }
  }

  async list(): Promise<Stored[]> {
    const stored: Stored[] = []
    for (const position of await this.#positions()) {
      const entry = await this.read(position)
      if (entry) stored.push({ position, entry })
    }
    return stored
  }

  async read(position: number): Promise<QueueEntry | undefined> {
    return (await this.#row(position))?.entry
  }

  async readFile(position: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const row = await this.#row(position)
    if (row?.fileName === undefined) return undefined
    return new Uint8Array(await readFile(this.#path('files', row.fileName)))
  }

  async replace(position: number, entry: QueueEntry): Promise<void> {
    const row = await this.#row(position)
    if (row) await this.#writeDurably(join('entries', nameOf(position)), JSON.stringify({ ...row, entry }))
  }

  async remove(position: number): Promise<void> {
    const row = await this.#row(position)
    if (!row) return
    // The entry first: one without its bytes could not be sent, bytes without their entry are removed some time.
    await rm(this.#entryPath(position), { force: true })
    await syncFolder(this.#path('entries'))
    if (row.fileName !== undefined) await rm(this.#path('files', row.fileName), { force: true })
  }

  async readCache(name: string): Promise<unknown> {
    return readJson(this.#path('cache', `${name}.json`))
  }

  async writeCache(name: string, value: unknown): Promise<void> {
    await this.#writeDurably(join('cache', `${name}.json`), JSON.stringify(value))
  }

  async whileAlone<Result>(run: () => Promise<Result>): Promise<{ result: Result } | undefined> {
    const release = await acquireLock(this.#path('lock'))
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

  #entryPath(position: number): string {
    return this.#path('entries', nameOf(position))
  }

  async #row(position: number): Promise<Row | undefined> {
    return (await readJson(this.#entryPath(position))) as Row | undefined
  }

  async #positions(): Promise<number[]> {
    const names = await readdir(this.#path('entries'))
    return names
      .filter((name) => /^\d+\.json$/.test(name))
      .map((name) => Number.parseInt(name, 10))
      .toSorted((one, other) => one - other)
  }

  async #nextPosition(): Promise<number> {
    return ((await this.#positions()).at(-1) ?? 0) + 1
  }

  /** The old content or the new one, whenever the process ends. */
  async #writeDurably(name: string, content: string | Uint8Array): Promise<void> {
    const path = this.#path(name)
    const draft = `${path}.${randomUUID()}.draft`
    await writeAndSync(draft, content)
    await rename(draft, path)
    await syncFolder(join(path, '..'))
  }

  /** What processes left that ended while they wrote. */
  async #removeLeftovers(): Promise<void> {
    const known = new Set<string>()
    for (const position of await this.#positions()) known.add((await this.#row(position))?.fileName ?? '')
    for (const folder of ['entries', 'files', 'cache']) {
      for (const name of await readdir(this.#path(folder))) {
        const isLeftover = name.endsWith('.draft') || (folder === 'files' && !known.has(name))
        if (isLeftover && (await isOld(this.#path(folder, name)))) await rm(this.#path(folder, name), { force: true })
      }
    }
  }
}

const nameOf = (position: number): string => `${String(position).padStart(12, '0')}.json`

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

async function writeAndSync(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A name is on the disk only when its folder is; Windows neither needs nor allows this. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** One that is gone already is not there to be removed. */
const isOld = async (path: string): Promise<boolean> => {
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > leftoverAgeMs
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)
