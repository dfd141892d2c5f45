import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { afterAll } from 'vitest'
import { until } from './until.ts'
import { cli } from './tocsin-process.ts'

export interface Watching {
  /** Incidents that the command has printed so far, in the order of the output. */
  printed: IncidentResponse[]
  /** Waits until the command has printed at least `count` changes. */
  until(count: number): Promise<void>
  /** Ends the command as Ctrl+C does. Resolves to its exit code, or to the signal that ended it. */
  interrupt(): Promise<number | string>
}

/** Runs `tocsin incidents watch --json` as a separate process, and waits until it reports that it is watching. */
export async function startWatching(environment: Record<string, string>, ...options: string[]): Promise<Watching> {
  const child = spawn(process.execPath, [cli, 'incidents', 'watch', '--json', ...options], {
    env: { PATH: '/usr/bin:/bin', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  afterAll(() => void child.kill('SIGKILL'))
  const exited = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  const printed: IncidentResponse[] = []
  createInterface({ input: child.stdout }).on('line', (line) => printed.push(JSON.parse(line) as IncidentResponse))
  await new Promise<void>((resolve, reject) => {
    const messages: string[] = []
    createInterface({ input: child.stderr }).on('line', (line) => {
      messages.push(line)
      if (line.startsWith('Watching')) resolve()
    })
    void exited.then(() => reject(new Error(`it ended before it watched:\n${messages.join('\n')}`)))
  })
  return {
    printed,
    until: (count) => until(`${count} changes are printed`, async () => printed.length >= count),
    async interrupt() {
      child.kill('SIGINT')
      const [code, signal] = await exited
      return code ?? signal!
    },
  }
}
