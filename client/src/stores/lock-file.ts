import { randomUUID } from 'node:crypto'
import { open, readFile, rm, stat, utimes, type FileHandle } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { codeOf } from './file-system.ts'
import { isFull } from './is-full.ts'
import { identifyProcess, isRunning, type ProcessIdentity } from './process-identity.ts'

interface Holder extends ProcessIdentity {
  id: string
}

// A process that has a lock updates the modification time of the lock file at this interval. A lock file whose
// modification time is more than `staleAfterMs` ago is abandoned.
const touchEveryMs = 5_000
const staleAfterMs = 30_000
const lookAgainMs = 10

/**
 * Takes a lock for this process. If the disk is too full for a lock file, the caller works without the lock, because
 * the work may make room.
 * @returns a function that releases the lock; undefined if another process has the lock.
 */
export async function acquireLockIfRoom(path: string): Promise<(() => Promise<void>) | undefined> {
  try {
    return await acquireLock(path)
  } catch (error) {
    if (isFull(error)) return async () => undefined
    throw error
  }
}

/** Waits until a lock is free or abandoned, and takes it. */
export async function waitForLock(path: string): Promise<() => Promise<void>> {
  for (;;) {
    const release = await acquireLock(path)
    if (release) return release
    await setTimeout(lookAgainMs)
  }
}

/**
 * Takes a lock. The lock of a process that ended is taken over: at once if that process ran on this machine and in this
 * container, otherwise 30 seconds after the last update of the lock file.
 * @returns a function that releases the lock; undefined if another process has the lock.
 * @throws errors of the file system, such as a full disk.
 */
async function acquireLock(path: string): Promise<(() => Promise<void>) | undefined> {
  const holder: Holder = { id: randomUUID(), ...(await identifyProcess()) }
  if (!(await create(path, holder))) {
    if (await isLocked(path)) return undefined
    await clearAbandoned(path, holder)
    if (!(await create(path, holder))) return undefined
  }
  const touching = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), touchEveryMs)
  touching.unref()
  return async () => {
    clearInterval(touching)
    if ((await read(path))?.id === holder.id) await rm(path, { force: true })
  }
}

async function create(path: string, holder: Holder): Promise<boolean> {
  const file = await openNew(path)
  if (!file) return false
  try {
    await file.writeFile(JSON.stringify(holder))
    return true
  } catch (error) {
    // If the write fails, for example on a full disk, remove the lock file, because the file does not name its process.
    await rm(path, { force: true }).catch(() => undefined)
    throw error
  } finally {
    await file.close()
  }
}

/** Creates a file. @returns undefined if the file already exists. */
async function openNew(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'wx', 0o600)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return undefined
    throw error
  }
}

/**
 * Removes an abandoned lock file. A second lock file, `.clearing`, lets only one process at a time check the lock again
 * and remove it. Otherwise a slow process could remove the new lock file of a faster process.
 */
async function clearAbandoned(path: string, holder: Holder): Promise<void> {
  const clearing = `${path}.clearing`
  if (!(await create(clearing, holder))) {
    // If the process that made `.clearing` has ended, remove this file, so that the next process can clear the lock.
    if (!(await isLocked(clearing))) await rm(clearing, { force: true })
    return
  }
  try {
    if (!(await isLocked(path))) await rm(path, { force: true })
  } finally {
    await rm(clearing, { force: true })
  }
}

async function isLocked(path: string): Promise<boolean> {
  if (await isSilent(path)) return false
  const holder = await read(path)
  // A lock file without content was just created, or was left by a process that ended before writing. Its age shows
  // which is true.
  if (!holder) return !(await isSilent(path, touchEveryMs))
  return (await isRunning(holder)) ?? true
}

// Returns true if no process updates the modification time of a file any more. Uses the absolute difference of the
// times, because the modification time lies in the future if the clock was set back.
async function isSilent(path: string, silentMs = staleAfterMs): Promise<boolean> {
  const touchedAtMs = (await stat(path).catch(() => undefined))?.mtimeMs ?? 0
  return Math.abs(Date.now() - touchedAtMs) > silentMs
}

async function read(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Holder
  } catch {
    return undefined
  }
}
