import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { glob, open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { cliOf, findUrl, thisCheckout } from '../server-under-test.ts'

export interface ServerOptions {
  dataFolder: string
  /** URL of the database, through the proxy of this server. */
  databaseUrl: string
  /** Difference between the clock of the server and the clock of the machine, in seconds. */
  clockOffsetS: number
  /** Path of the library that sets the clock of a process; undefined if all servers use the clock of the machine. */
  clockLibrary: string | undefined
}

/** `tocsin serve` process that can be killed, started again, and suspended. */
export class ChaosServer {
  /** URL of the running process; undefined while there is none. */
  url: string | undefined
  isSuspended = false
  /** Number of times that the process ended by itself. */
  crashes = 0
  readonly #options: ServerOptions
  #child: ChildProcess | undefined

  constructor(options: ServerOptions) {
    this.#options = options
    // End the server when this process ends, even if the run fails.
    process.once('exit', () => this.#child?.kill('SIGKILL'))
  }

  async start(): Promise<void> {
    const { dataFolder, databaseUrl, clockOffsetS, clockLibrary } = this.#options
    const logFile = join(dataFolder, `server-${randomUUID()}.log`)
    const log = await open(logFile, 'w')
    const child = spawn(process.execPath, [cliOf(thisCheckout), 'serve', '--port', '0'], {
      env: {
        PATH: '/usr/bin:/bin',
        DATA_DIR: dataFolder,
        DATABASE_URL: databaseUrl,
        NODE_OPTIONS: '--max-semi-space-size=32 --max-old-space-size=1536',
        ...(clockLibrary && {
          LD_PRELOAD: clockLibrary,
          FAKETIME: `${clockOffsetS < 0 ? '' : '+'}${clockOffsetS}s`,
          FAKETIME_DONT_FAKE_MONOTONIC: '1',
        }),
      },
      stdio: ['ignore', 'ignore', log.fd],
    })
    await log.close()
    this.#child = child
    child.once('exit', () => {
      if (this.url !== undefined) this.crashes++
    })
    this.url = await findUrl(logFile, () => hasEnded(child))
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    this.url = undefined
    const child = this.#child!
    if (hasEnded(child)) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }

  async suspend(durationMs: number): Promise<void> {
    this.isSuspended = true
    this.#child!.kill('SIGSTOP')
    await wait(durationMs)
    this.#child!.kill('SIGCONT')
    this.isSuspended = false
  }

  /** Measures the difference between the clock of the server and that of this machine, rounded to seconds. */
  async measureClockOffsetS(): Promise<number> {
    const { headers } = await fetch(`${this.url}/livez`)
    return Math.round((Date.parse(headers.get('date')!) - Date.now()) / 1000 + 0.5)
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** Finds the library of the Debian package `faketime`, which sets the clock of a process. */
export async function findClockLibrary(): Promise<string | undefined> {
  for await (const path of glob('/usr/lib/*/faketime/libfaketimeMT.so.1')) return path
  return undefined
}
