import { randomUUID } from 'node:crypto'
import { open, readFile, rm, stat, utimes, type FileHandle } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { codeOf } from './code-of.ts'
import { identifyProcess, isRunning, type ProcessIdentity } from './process-identity.ts'

interface Holder extends ProcessIdentity {
  id: string
}

// A live holder touches its lock this often; a lock that was not touched for much longer belongs to nobody.
const touchEveryMs = 5_000
const staleAfterMs = 30_000
const lookAgainMs = 10

/**
 * Takes a lock for this process. The lock of a process that died is taken over: at once if it ran where this one runs, else,
 * on another machine or in another container, when it has not been touched for half a minute.
 * @returns a function that releases it, or undefined when another process holds it.
 */
export async function acquireLock(path: string): Promise<(() => Promise<void>) | undefined> {
  const holder: Holder = { id: randomUUID(), ...(await identifyProcess()) }
  if (!(await create(path, holder))) {
    if (await isHeld(path)) return undefined
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

/** Takes a lock as `acquireLock` does, as soon as nobody holds it. */
export async function waitForLock(path: string): Promise<() => Promise<void>> {
  for (;;) {
    const release = await acquireLock(path)
    if (release) return release
    await setTimeout(lookAgainMs)
  }
}

async function create(path: string, holder: Holder): Promise<boolean> {
  const file = await openNew(path)
  if (!file) return false
  try {
    await file.writeFile(JSON.stringify(holder))
    return true
  } catch (error) {
    // On a full disk there would be a lock that names nobody.
    await rm(path, { force: true }).catch(() => undefined)
    throw error
  } finally {
    await file.close()
  }
}

/** Undefined where there is one already. */
async function openNew(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'wx', 0o600)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return undefined
    throw error
  }
}

/**
 * Removes a lock that nobody holds any more. Only one process does so at a time, and checks again: otherwise a slow one
 * would remove the new lock of a faster one.
 */
async function clearAbandoned(path: string, holder: Holder): Promise<void> {
  const clearing = `${path}.clearing`
  if (!(await create(clearing, holder))) {
    // Its maker ended in between; the next process may clear it.
    if (!(await isHeld(clearing))) await rm(clearing, { force: true })
    return
  }
  try {
    if (!(await isHeld(path))) await rm(path, { force: true })
  } finally {
    await rm(clearing, { force: true })
  }
}

async function isHeld(path: string): Promise<boolean> {
  if (await isSilent(path)) return false
  const holder = await read(path)
  // It has just been made, and its content is on the way, or its maker ended in between.
  if (!holder) return !(await isSilent(path, touchEveryMs))
  return (await isRunning(holder)) ?? true
}

// A lock with a time in the future is not touched either: the clock was set back, and its holder has ended.
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
