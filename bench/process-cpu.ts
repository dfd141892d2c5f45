import { readFile } from 'node:fs/promises'

/** Linux counts in hundredths of a second, whatever the kernel's own clock. */
const tickMs = 10

/**
 * CPU time of PostgreSQL: of its main process, of every process that runs now, and of those that have ended.
 * @param pid of the main process.
 * @returns milliseconds in user and system mode; it only rises.
 */
export async function readPostgresCpuMs(pid: number): Promise<number> {
  const [own, ...others] = await Promise.all([pid, ...(await childrenOf(pid))].map(readTicks))
  return (own!.own + own!.ended + others.reduce((sum, ticks) => sum + ticks.own, 0)) * tickMs
}

/** CPU time of one process in milliseconds, without its children. */
export const readCpuMs = async (pid: number): Promise<number> => (await readTicks(pid)).own * tickMs

/** @returns the process's own ticks, and those of its children that have ended; none once it has ended itself. */
async function readTicks(pid: number): Promise<{ own: number; ended: number }> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name, in parentheses, may contain anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number)
  return { own: user + system, ended: endedUser + endedSystem }
}

/** The processes that a process's main thread has started, and that still run. */
export async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.trim().split(' ').filter(Boolean).map(Number)
}

/** The main process of the embedded PostgreSQL below a data folder. */
export async function findPostgres(dataFolder: string): Promise<number> {
  const [pid] = (await readFile(`${dataFolder}/postgresql/postmaster.pid`, 'utf8')).split('\n')
  return Number(pid)
}
