import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { cli } from './tocsin-process.ts'

export interface ServerProcess {
  url: string
  child: ChildProcess
  /** All lines logged so far. */
  log: string[]
  /** Sends the signal and waits for the process to end. Resolves to the exit code, or to the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | string>
}

/** Runs `tocsin serve` as a separate process on a free port, and waits until the server has logged its URL. */
export async function startServer(environment: Record<string, string>, ...options: string[]): Promise<ServerProcess> {
  const child = spawn(process.execPath, [cli, 'serve', '--port', '0', ...options], {
    env: { PATH: '/usr/bin:/bin', LOG_LEVEL: 'info', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const log: string[] = []
  const lines = createInterface({ input: child.stderr! })
  const url = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      log.push(line)
      const address = /"url":"(http:[^"]+)"/.exec(line)?.[1]
      if (address) resolve(address)
    })
    void exited.then(() => reject(new Error(`the server ended before it was ready:\n${log.join('\n')}`)))
  })
  return {
    url,
    child,
    log,
    async end(signal) {
      child.kill(signal)
      const [code, endedBy] = await exited
      return code ?? endedBy!
    },
  }
}
