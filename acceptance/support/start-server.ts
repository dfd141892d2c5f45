import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestProject } from 'vitest/node'
import { environmentOfServer, givenTarget, type Target } from './environment.ts'

declare module 'vitest' {
  interface ProvidedContext {
    target: Target
  }
}

/**
 * Provides the specs with the server named in the environment variables, or starts a demo server for this test run.
 * @returns a function that stops the demo server; undefined if none was started
 */
export default async function startServer(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = givenTarget()
  if (given) return void project.provide('target', given)

  const dataFolder = await mkdtemp(join(tmpdir(), 'tocsin-acceptance-'))
  // If the tests run as root, the server runs PostgreSQL as another user. Let this user enter the folder; otherwise the
  // server would store the database outside of the folder.
  await chmod(dataFolder, 0o755)
  const server = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../server/bin/tocsin.js'), 'demo', '--json', '--port', '0'],
    { env: environmentOfServer(dataFolder), stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const exited = once(server, 'exit')
  const stop = async () => {
    server.kill('SIGTERM')
    await exited
    await rm(dataFolder, { recursive: true, force: true })
  }
  try {
    project.provide('target', await readiness(server, exited))
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Reads the line of JSON that the demo prints when the server is ready.
 * @throws Error with the exit code if the demo ends without such a line
 */
async function readiness({ stdout }: ChildProcess, exited: Promise<unknown[]>): Promise<Target> {
  for await (const line of createInterface({ input: stdout! })) return JSON.parse(line) as Target
  const [exitCode] = await exited
  throw new Error(`tocsin demo ended before it was ready, with exit code ${String(exitCode)}`)
}
