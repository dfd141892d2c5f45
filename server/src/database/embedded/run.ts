import { spawn } from 'node:child_process'
import type { Account } from './choose-account.ts'

export interface RunOptions {
  account?: Account | undefined
  environment?: Record<string, string>
  /** An open file that takes the output, for a program whose children outlive it and would keep a pipe open. */
  outputDescriptor?: number
}

export interface Outcome {
  succeeded: boolean
  output: string
}

/** Runs a program to its end, as another account if one is given; a program that cannot be run counts as failed. */
export function run(command: string, parameters: string[], options: RunOptions = {}): Promise<Outcome> {
  const sink = options.outputDescriptor ?? 'pipe'
  return new Promise((resolve) => {
    let output = ''
    const collect = (chunk: Buffer) => (output += chunk.toString())
    const fail = (error: Error) => resolve({ succeeded: false, output: error.message })
    try {
      const child = spawn(command, parameters, {
        // The other account may be unable to enter our working directory.
        cwd: '/',
        // Not our own environment: a PGPORT or LC_ALL of the operator's shell would change what the programs do.
        env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', ...options.environment },
        stdio: ['ignore', sink, sink],
        ...options.account,
      })
      child.stdout?.on('data', collect)
      child.stderr?.on('data', collect)
      child.once('error', fail)
      child.once('close', (code) => resolve({ succeeded: code === 0, output }))
    } catch (error) {
      // A missing program is an event, a forbidden account an exception.
      fail(error as Error)
    }
  })
}
