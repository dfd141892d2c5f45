import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { text } from 'node:stream/consumers'

export const cli = fileURLToPath(new URL('../../bin/tocsin.js', import.meta.url))

export interface Outcome {
  code: number | null
  stdout: string
  stderr: string
}

/** Matches messages about waiting. They are removed from the output, because any command may wait on a busy machine. */
const announcedWaits = /^Waiting for .* …\n/gm

export type RunTocsin = (parameters: string[], options?: RunOptions) => Promise<Outcome>

interface RunOptions {
  /** Standard input, empty by default. */
  input?: string | Uint8Array
  environment?: Record<string, string>
}

/**
 * Makes a function that runs `tocsin` commands, each in a new process. The processes do not inherit the environment of
 * the tests: they get PATH, the variables in `shared` and those of the call.
 */
export const tocsinIn =
  (shared: Record<string, string>): RunTocsin =>
  async (parameters, { input = '', environment = {} } = {}) => {
    const child = spawn(process.execPath, [cli, ...parameters], {
      env: { PATH: '/usr/bin:/bin', ...shared, ...environment },
      stdio: 'pipe',
    })
    // Ignore the error of writing to standard input. It happens if a command ends before it has read its input.
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

/** Parses output with one JSON object per line. */
export const readLines = <Item>(stdout: string): Item[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Item)
