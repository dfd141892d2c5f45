import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { startServer } from '../../../server/test/support/server-process.ts'

/** Starts `tocsin serve` as a process that can be ended and started again at the same URL. */
export async function startRestartableServer(environment: Record<string, string>) {
  let server = await startServer(environment)
  const { port } = new URL(server.url)
  let starts = 1
  let isEnding = false
  const end = (signal: NodeJS.Signals) => {
    isEnding = true
    return server.end(signal)
  }
  onTestFinished(() => void server.child.kill('SIGKILL'))
  return {
    url: server.url,
    starts: () => starts,
    end,
    /** Throws the last lines of the log if the server has ended by itself. */
    expectRunning() {
      const { exitCode, signalCode } = server.child
      if (isEnding || (exitCode === null && signalCode === null)) return
      throw new Error(`the server ended (${exitCode ?? signalCode}):\n${server.log.slice(-20).join('\n')}`)
    },
    async restart(signal: NodeJS.Signals) {
      await end(signal)
      server = await startServer(environment, '--port', port)
      isEnding = false
      starts++
    },
  }
}

/** Starts `replicate-to-sqlite.ts` as a process that can be killed and started again. */
export function startReplica(file: string, { baseUrl, apiKey }: { baseUrl: string; apiKey: string }) {
  const program = join(import.meta.dirname, '../programs/replicate-to-sqlite.ts')
  const steps = { walking: 0, following: 0, current: 0 }
  const messages: string[] = []
  let starts = 0
  const start = () => {
    const child = spawn(process.execPath, [program, file, baseUrl, apiKey], { stdio: ['ignore', 'pipe', 'pipe'] })
    createInterface({ input: child.stdout }).on('line', (line) => steps[line as keyof typeof steps]++)
    createInterface({ input: child.stderr }).on('line', (line) => messages.push(line))
    starts++
    return { child, exited: once(child, 'exit') }
  }
  let running = start()
  const kill = async () => {
    running.child.kill('SIGKILL')
    await running.exited
  }
  onTestFinished(kill)
  return {
    steps,
    /** Lines that the process wrote to standard error; empty as long as the process does not fail. */
    messages,
    starts: () => starts,
    kill,
    async restart() {
      await kill()
      running = start()
    },
  }
}
