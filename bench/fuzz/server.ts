import { spawn, type ChildProcess } from 'node:child_process'
import { on, once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endWithThisProcess } from '../server-under-test.ts'
import type { ProbeReport, ProbedRoute } from './probe.ts'

/** Counters of the probed server at one moment. */
interface Usage {
  /** CPU time of all threads of the process. */
  cpuMs: number
  /** CPU time of the longest turn of the event loop since the previous reading. */
  stallMs: number
  residentMib: number
  /** Largest resident memory in MiB since the last call of `resetPeak`. */
  peakMib: number
  /** Numbers of requests answered since the server started, keyed by method, URL pattern of the route and status. */
  responseCounts: Record<string, number>
}

/** Server process into which `probe.ts` is loaded. */
export interface ProbedServer {
  port: number
  routes: ProbedRoute[]
  schemas: Record<string, object>
  hasEnded(): boolean
  read(options?: { collectGarbage?: boolean }): Promise<Usage>
  resetPeak(): Promise<void>
  stop(): Promise<void>
}

/** Starts `tocsin serve` with `probe.ts` loaded, and waits until the server listens. */
export async function startProbedServer(dataFolder: string): Promise<ProbedServer> {
  const cli = fileURLToPath(import.meta.resolve('@tocsin/server/bin/tocsin.js'))
  const probe = fileURLToPath(new URL('probe.ts', import.meta.url))
  const log = openSync(join(dataFolder, 'server.log'), 'a')
  const child = spawn(process.execPath, ['--expose-gc', '--import', probe, cli, 'serve', '--port', '0'], {
    env: {
      PATH: '/usr/bin:/bin',
      DATA_DIR: dataFolder,
      // The space for new objects is smaller than recommended, because its growth would be measured as memory of a
      // request.
      NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=1536',
    },
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  endWithThisProcess(child)
  const exited = once(child, 'exit')
  const [listening] = (await Promise.race([once(child, 'message'), exited.then(failToStart)])) as [ProbeReport]
  if (listening.kind !== 'listening') throw new Error('the probe did not report the routes first')
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return {
    ...listening,
    hasEnded,
    async read({ collectGarbage = false } = {}) {
      const usage = await ask(child, collectGarbage ? 'collect garbage' : 'usage')
      return { ...usage, ...(await readMemory(child)) }
    },
    // On Linux, writing 5 to this file resets the peak of the resident memory; see proc(5).
    resetPeak: () => writeFile(`/proc/${child.pid}/clear_refs`, '5'),
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

const failToStart = (): never => {
  throw new Error('the server ended before it listened: see server.log in its data folder')
}

async function ask(child: ChildProcess, question: string) {
  const ended = AbortSignal.timeout(30_000)
  const reports = on(child, 'message', { signal: ended, close: ['exit'] })
  child.send(question)
  for await (const [report] of reports as AsyncIterable<[ProbeReport]>) if (report.kind === 'usage') return report
  throw new Error('the server ended')
}

async function readMemory({ pid }: ChildProcess): Promise<Pick<Usage, 'residentMib' | 'peakMib'>> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const mib = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024
  return { residentMib: mib('VmRSS'), peakMib: mib('VmHWM') }
}
