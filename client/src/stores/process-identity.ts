import { readFile, readlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { codeOf } from './code-of.ts'

/** Names one run of a program among those that may use a folder: on this machine, in containers, on other machines. */
export interface ProcessIdentity {
  host: string
  pid: number
  /** The boot of the machine and the PID namespace, in which `pid` means something; on Linux only. */
  space?: string
  /** Ticks from the boot to the start of the process: another process with the same number has another one. */
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
 * Finds out whether a process still runs.
 * @returns undefined where that cannot be seen from here: it runs in another container or on another machine.
 */
export async function isRunning(other: ProcessIdentity): Promise<boolean | undefined> {
  const own = await identifyProcess()
  const sharesSpace = own.space && other.space ? own.space === other.space : own.host === other.host
  if (!sharesSpace) return undefined
  const startedAt = await readStart(other.pid)
  if (startedAt !== undefined && other.startedAt !== undefined) return startedAt === other.startedAt
  // This process would have written when it started: one before it had its number, as in a container that restarted.
  if (other.pid === own.pid && own.startedAt !== undefined) return false
  return exists(other.pid)
}

/** @returns undefined for no such process, without `/proc`, and where that is of another PID namespace. */
async function readStart(pid: number): Promise<string | undefined> {
  try {
    if ((await readlink('/proc/self')) !== String(process.pid)) return undefined
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in brackets before, may contain anything.
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
    // Another user's process exists all the same.
    return codeOf(error) === 'EPERM'
  }
}
