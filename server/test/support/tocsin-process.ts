import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { text } from 'node:stream/consumers'

export const cli = fileURLToPath(new URL('../../bin/tocsin.js', import.meta.url))

export interface Outcome {
  code: number | null
  stdout: string
  stderr: string
}

/** On a busy machine any command may have to wait. */
const announcedWaits = /^Waiting for .* …\n/gm

export type RunTocsin = (parameters: string[], options?: RunOptions) => Promise<Outcome>

interface RunOptions {
  /** Standard input; nothing unless given. */
  input?: string | Uint8Array
  environment?: Record<string, string>
}

/** Makes a way to run commands as an operator would, in processes of their own, which know nothing of our environment. */
export const tocsinIn =
  (shared: Record<string, string>): RunTocsin =>
  async (parameters, { input = '', environment = {} } = {}) => {
    const child = spawn(process.execPath, [cli, ...parameters], {
      env: { PATH: '/usr/bin:/bin', ...shared, ...environment },
      stdio: 'pipe',
    })
    // A command that fails early reads no input.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    const ended = new Promise<number | null>((resolve) => void child.once('exit', resolve))
    const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
    return { code, stdout, stderr: stderr.replace(announcedWaits, '') }
  }

/** Output of `tocsin demo --json`. */
export interface PrintedDemo {
  baseUrl: string
  apiKey: string
  readOnlyApiKey: string
  otherOrganizationApiKey: string
  consoleUrl: string
  email: string
  password: string
}

/** One JSON object a line. */
export const readLines = <Item>(stdout: string): Item[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Item)
