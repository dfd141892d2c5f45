import { constants } from 'node:os'
import { writeMessage } from './output.ts'

/** Signals that end a command: Ctrl+C, the request of a supervisor to stop, and the end of the terminal or SSH session. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
export type EndingSignal = (typeof endingSignals)[number]

/** Reason of an interruption: the program that reads standard output has closed it. */
export class OutputClosed extends Error {
  override readonly message = 'The output was closed.'
}

/**
 * Runs a task until it ends or is interrupted: by one of `endingSignals`, or because standard output is closed. An
 * interrupted task can still restore the cursor and finish its files. A second signal ends the process immediately.
 * @param run task. It must throw the reason of `signal` as soon as `signal` is aborted.
 */
export function interruptible<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController()
  let interruptedAtMs: number | undefined
  for (const name of endingSignals) {
    process.on(name, () => {
      exitWhenAskedAgain(name, interruptedAtMs)
      interruptedAtMs ??= performance.now()
      controller.abort(new Error('Interrupted.'))
    })
  }
  // Replace the listener of `endWithOutput`, because it would exit before the task has ended cleanly.
  process.stdout.off('error', exitWithOutput)
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    exitUnlessClosed(error)
    controller.abort(new OutputClosed())
  })
  return run(controller.signal)
}

/** Makes the command exit when its standard output is closed, for example because `head` has read enough lines. */
export function endWithOutput(): void {
  process.stdout.on('error', exitWithOutput)
  // Ignore errors of writing to standard error, because they could be reported only there.
  process.stderr.on('error', () => undefined)
}

/**
 * Lets the command finish its work after its standard output is closed, so that the command closes the database. An
 * immediate exit would leave an embedded PostgreSQL running.
 */
export function endAfterWork(): void {
  process.stdout.off('error', exitWithOutput)
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return
    writeMessage(messageOf(error))
    process.exitCode = 1
  })
}

function exitWithOutput(error: NodeJS.ErrnoException): void {
  exitUnlessClosed(error)
  process.exit(0)
}

function exitUnlessClosed(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return
  writeMessage(messageOf(error))
  process.exit(1)
}

const messageOf = ({ message }: Error): string => `error: The output cannot be written: ${message}.`

/**
 * Time after the first signal during which a second signal is ignored. Under npm, one Ctrl+C sends two signals: the
 * terminal sends one, and npm forwards its own.
 */
const echoMs = 250

/**
 * Exits the process if the command is already ending because of an earlier signal or error.
 * @param endingSinceMs time by `performance.now()` at which the command began to end; undefined for a running command.
 */
export function exitWhenAskedAgain(signal: EndingSignal, endingSinceMs: number | undefined): void {
  if (endingSinceMs === undefined || performance.now() - endingSinceMs <= echoMs) return
  process.exit(128 + constants.signals[signal])
}
