import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { cli, type PrintedDemo } from './tocsin-process.ts'

interface DemoProcess {
  access: PrintedDemo
  stop(): Promise<void>
}

/** Runs `tocsin demo` on a free port and waits until the server accepts requests. */
export async function startDemo(environment: Record<string, string>): Promise<DemoProcess> {
  const server = spawn(process.execPath, [cli, 'demo', '--json', '--port', '0'], {
    env: { ...process.env, LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(server, 'exit')
  for await (const line of createInterface({ input: server.stdout })) {
    return {
      access: JSON.parse(line) as PrintedDemo,
      async stop() {
        server.kill('SIGTERM')
        await exited
      },
    }
  }
  const [exitCode] = await exited
  throw new Error(`tocsin demo ended before it was ready, with exit code ${String(exitCode)}`)
}
