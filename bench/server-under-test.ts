import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface ServerUnderTest {
  url: string
  readyAfterMs: number
  /** Resident memory of the process, in MiB; undefined where the system does not tell. */
  residentMib(): Promise<number | undefined>
  stop(): Promise<void>
}

/** Runs `tocsin serve` as an operator would, and waits until it is ready. */
export async function startServer(dataFolder: string, ...options: string[]): Promise<ServerUnderTest> {
  const cli = fileURLToPath(import.meta.resolve('@tocsin/server/src/cli/tocsin.ts'))
  const startedAtMs = performance.now()
  const child = spawn(process.execPath, [cli, 'serve', '--port', '0', ...options], {
    env: { PATH: '/usr/bin:/bin', DATA_DIR: dataFolder, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(child, 'exit')
  // A measurement that fails must not leave it running; it takes the embedded PostgreSQL along.
  process.once('exit', () => child.kill())
  const url = await new Promise<string>((resolve, reject) => {
    const log: string[] = []
    createInterface({ input: child.stderr! }).on('line', (line) => {
      if (log.length < 50) log.push(line)
      const { msg, url: address, workers } = parseLine(line)
      if (msg === 'ready' && (options.length === 0 || workers)) resolve(address!)
    })
    void exited.then(() => reject(new Error(`the server ended:\n${log.join('\n')}`)))
  })
  return {
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

function parseLine(line: string): { msg?: string; url?: string; workers?: number } {
  try {
    return JSON.parse(line)
  } catch {
    return {}
  }
}
