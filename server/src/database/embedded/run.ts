import { spawn } from 'node:child_process'
import type { Account } from './choose-account.ts'

export interface RunOptions {
  account?: Account | undefined
  environment?: Record<string, string>
  /**
   * File descriptor to which the program writes its output; undefined to collect the output through a pipe. Set a
   * descriptor for a program whose child processes may outlive the program, because these processes would not close a
   * pipe.
   */
  outputDescriptor?: number
}

export interface Outcome {
  succeeded: boolean
  output: string
}

/**
 * Runs a program to its end, as another account if `options` has one. A program that cannot be started counts as
 * failed.
 */
export function run(command: string, parameters: string[], options: RunOptions = {}): Promise<Outcome> {
  const sink = options.outputDescriptor ?? 'pipe'
  return new Promise((resolve) => {
    let output = ''
    const collect = (chunk: Buffer) => (output += chunk.toString())
    const fail = (error: Error) => resolve({ succeeded: false, output: error.message })
    try {
      const child = spawn(command, parameters, {
        // Run in the root folder, because the account of the program may have no access to our own working folder.
        cwd: '/',
        // Do not pass on our own environment variables, because PGPORT or LC_ALL, for example, would affect the
        // programs.
        env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', ...options.environment },
        stdio: ['ignore', sink, sink],
        ...options.account,
      })
      child.stdout?.on('data', collect)
      child.stderr?.on('data', collect)
      child.once('error', fail)
      child.once('close', (code) => resolve({ succeeded: code === 0, output }))
    } catch (error) {
      // Node throws this error if our process may not run programs as `options.account`. For a missing program, Node
      // emits an error event.
      fail(error as Error)
    }
  })
}
