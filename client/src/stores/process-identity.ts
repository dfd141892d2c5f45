import { readFile, readlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { codeOf } from './file-system.ts'

/** Identifies a process among all that may share a folder: on this machine, in containers and on other machines. */
export interface ProcessIdentity {
  host: string
  pid: number
  /** Boot of the machine and PID namespace, within which every `pid` is unique. Absent on systems other than Linux. */
  space?: string
  /** Clock ticks from boot to the start of the process. A later process with the same `pid` has another value. */
  startedAt?: string
}

export async function identifyProcess(): Promise<ProcessIdentity> {
  const [boot, namespace, startedAt] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => undefined),
    readlink('/proc/self/ns/pid').catch(() => undefined),
    readStart(process.pid),
  ])
  return {
    host: hostname(),
    pid: process.pid,
    ...(boot !== undefined && namespace !== undefined && { space: `${boot.trim()} ${namespace}` }),
    ...(startedAt !== undefined && { startedAt }),
  }
}

/**
 * Checks if a process still runs.
 * @returns undefined if this process cannot see the other process, because it is in another container or on another
 *   machine.
 */
export async function isRunning(other: ProcessIdentity): Promise<boolean | undefined> {
  const own = await identifyProcess()
  const sharesSpace = own.space && other.space ? own.space === other.space : own.host === other.host
  if (!sharesSpace) return undefined
  const startedAt = await readStart(other.pid)
  if (startedAt !== undefined && other.startedAt !== undefined) return startedAt === other.startedAt
  // Two processes can have the same number, for example after a restart of a container. If only one of the two
  // identities has `startedAt`, they belong to different processes.
  if (other.pid === own.pid && own.startedAt !== undefined) return false
  return exists(other.pid)
}

/**
 * Reads the time at which a process started, in clock ticks since boot.
 * @returns undefined if there is no such process, or no `/proc` for this PID namespace.
 */
async function readStart(pid: number): Promise<string | undefined> {
  try {
    if ((await readlink('/proc/self')) !== String(process.pid)) return undefined
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // Skip the name of the program, which is in parentheses and may itself contain spaces and parentheses.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process exists, but belongs to another user.
    return codeOf(error) === 'EPERM'
  }
}
