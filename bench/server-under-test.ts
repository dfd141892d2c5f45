import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** Root folder of the checkout that contains this file. */
export const thisCheckout = fileURLToPath(new URL('..', import.meta.url))

export const cliOf = (checkout: string): string => join(checkout, 'server/bin/tocsin.js')

export interface ServerUnderTest {
  pid: number
  port: number
  url: string
  /** Time in milliseconds from the start of the process until the server was ready. */
  readyAfterMs: number
  /** Reads the resident memory of the process, in MiB. Undefined if the operating system does not report it. */
  residentMib(): Promise<number | undefined>
  stop(): Promise<void>
}

/**
 * Starts `tocsin serve` of a checkout with the settings that docs/operating.md recommends, and waits until it is ready.
 */
export async function startServer(checkout: string, dataFolder: string): Promise<ServerUnderTest> {
  const startedAtMs = performance.now()
  // Write the log to a file, as a service manager does, because reading the log in this process would take CPU time.
  const logFile = join(dataFolder, `server-${randomUUID()}.log`)
  const log = await open(logFile, 'w')
  const child = spawn(process.execPath, [cliOf(checkout), 'serve', '--port', '0'], {
    env: {
      PATH: '/usr/bin:/bin',
      DATA_DIR: dataFolder,
      LOG_LEVEL: 'info',
      NODE_OPTIONS: '--max-semi-space-size=32 --max-old-space-size=1536',
      MALLOC_MMAP_THRESHOLD_: '1048576',
      NODE_COMPILE_CACHE: join(dataFolder, 'compile-cache'),
    },
    stdio: ['ignore', 'ignore', log.fd],
  })
  await log.close()
  const exited = once(child, 'exit')
  endWithThisProcess(child)
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const url = await findUrl(logFile, hasEnded)
  return {
    pid: child.pid!,
    port: Number(new URL(url).port),
    url,
    readyAfterMs: performance.now() - startedAtMs,
    async residentMib() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
      const kib = /^VmRSS:\s+(\d+)/m.exec(status)?.[1]
      return kib === undefined ? undefined : Number(kib) / 1024
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/**
 * Ends a server when this process ends, even if a measurement fails or a signal ends this process. The server then ends
 * its embedded PostgreSQL.
 */
export function endWithThisProcess(server: ChildProcess): void {
  process.once('exit', () => server.kill())
  // A signal alone would end this process without its `exit` listeners.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
}

/** Reads the log until the server reports its URL. */
export async function findUrl(logFile: string, hasEnded: () => boolean): Promise<string> {
  for (;;) {
    const text = await readFile(logFile, 'utf8')
    if (hasEnded()) throw new Error(`the server ended:\n${text}`)
    const ready = text
      .split('\n')
      .map(parseLine)
      .find(({ msg }) => msg === 'ready')
    if (ready) return ready.url!
    await wait(20)
  }
}

function parseLine(line: string): { msg?: string; url?: string } {
  try {
    return JSON.parse(line)
  } catch {
    return {}
  }
}
