import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { cliOf } from './server-under-test.ts'

/**
 * Runs a `tocsin` command of a checkout. The server of the checkout may run at the same time.
 * @returns the standard output of the command.
 */
export async function runCommand(
  checkout: string,
  dataFolder: string,
  parameters: string[],
  input = '',
): Promise<string> {
  const child = spawn(process.execPath, [cliOf(checkout), ...parameters], {
    // Put the compile cache into the data folder, so that nothing is written to the checkout.
    env: { PATH: '/usr/bin:/bin', DATA_DIR: dataFolder, NODE_COMPILE_CACHE: join(dataFolder, 'compile-cache') },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(input)
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  if (code !== 0) throw new Error(`tocsin ${parameters.join(' ')} failed: ${errors}`)
  return output.trim()
}
