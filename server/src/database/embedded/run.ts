import { spawn } from 'node:child_process'
import type { Account } from './choose-account.ts'

export interface RunOptions {
  account?: Account | undefined
  environment?: Record<string, string>
  /** An open file that takes the output, for a program whose children live on and would keep a pipe open. */
  outputDescriptor?: number
}

export interface Outcome {
  succeeded: boolean
  output: string
}

/** Runs a program to its end, as another account where one is given; one that cannot be run has failed, too. */
export function run(command: string, parameters: string[], options: RunOptions = {}): Promise<Outcome> {
  const sink = options.outputDescriptor ?? 'pipe'
  return new Promise((resolve) => {
    const child = spawn(command, parameters, {
      // The other account may be unable to enter our working directory.
      cwd: '/',
      // None of ours: a PGPORT or LC_ALL of the operator's shell would change what the programs do.
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', ...options.environment },
      stdio: ['ignore', sink, sink],
      ...options.account,
    })
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('error', (error) => resolve({ succeeded: false, output: error.message }))
    child.once('close', (code) => resolve({ succeeded: code === 0, output }))
  })
}
