import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'

interface Holder {
  id: string
  host: string
  pid: number
}

/** A living holder touches its lock this often; one that has not been touched for much longer belongs to nobody. */
const touchEveryMs = 5_000
const staleAfterMs = 30_000

/**
 * Takes a lock for this process. The lock of a process that died is taken over: at once where it ran on this machine,
 * else when it has not been touched for half a minute.
 * @returns what gives it back, or undefined when somebody holds it.
 */
export async function acquireLock(path: string): Promise<(() => Promise<void>) | undefined> {
  const holder: Holder = { id: randomUUID(), host: hostname(), pid: process.pid }
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

async function create(path: string, holder: Holder): Promise<boolean> {
  try {
    await writeFile(path, JSON.stringify(holder), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** Of several that find it abandoned, one may be so late that it moves the lock of a quicker one: it puts it back. */
async function clearAbandoned(path: string, { id }: Holder): Promise<void> {
  const abandoned = await read(path)
  const aside = `${path}.${id}.aside`
  await rename(path, aside).catch(() => undefined)
  if ((await read(aside))?.id !== abandoned?.id) await link(aside, path).catch(() => undefined)
  await rm(aside, { force: true })
}

async function isHeld(path: string): Promise<boolean> {
  const touchedAtMs = (await stat(path).catch(() => undefined))?.mtimeMs ?? 0
  if (Date.now() - touchedAtMs > staleAfterMs) return false
  const holder = await read(path)
  // It has just been made, and its content is on the way.
  if (!holder) return true
  return holder.host !== hostname() || isAlive(holder.pid)
}

async function read(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process exists all the same.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
