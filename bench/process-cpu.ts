import { readFile } from 'node:fs/promises'

/** Unit of the CPU times in `/proc/<pid>/stat`: hundredths of a second, regardless of the kernel's timer frequency. */
const tickMs = 10

/**
 * Reads the CPU time of PostgreSQL. It includes the main process, its running child processes and the child processes
 * that have ended.
 * @param pid process id of the main process.
 * @returns milliseconds in user and system mode since the start. The value never decreases.
 */
export async function readPostgresCpuMs(pid: number): Promise<number> {
  const [own, ...others] = await Promise.all([pid, ...(await childrenOf(pid))].map(readTicks))
  return (own!.own + own!.ended + others.reduce((sum, ticks) => sum + ticks.own, 0)) * tickMs
}

/** Reads the CPU time of one process in milliseconds, without its child processes. */
export const readCpuMs = async (pid: number): Promise<number> => (await readTicks(pid)).own * tickMs

/**
 * Reads CPU times in units of `tickMs`.
 * @returns the time of the process itself (`own`) and of its child processes that have ended (`ended`). Both are 0 if
 *   the process does not exist.
 */
async function readTicks(pid: number): Promise<{ own: number; ended: number }> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // Skip the program name in parentheses, which may contain spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number)
  return { own: user + system, ended: endedUser + endedSystem }
}

/** Lists the process ids of the running child processes that the main thread of a process has started. */
export async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.trim().split(' ').filter(Boolean).map(Number)
}

/** Finds the process id of the embedded PostgreSQL that uses a data folder. */
export async function findPostgres(dataFolder: string): Promise<number> {
  const [pid] = (await readFile(`${dataFolder}/postgresql/postmaster.pid`, 'utf8')).split('\n')
  return Number(pid)
}
