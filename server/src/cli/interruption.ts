import { constants } from 'node:os'
import { writeMessage } from './output.ts'

/**
 * Runs a task that SIGINT (Ctrl+C), SIGTERM or a closed output can end cleanly, so that it restores the cursor and
 * finishes its files. A second signal exits immediately.
 * @param run must throw the reason of `signal` as soon as `signal` is aborted.
 */
export function interruptible<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController()
  let interruptedAtMs: number | undefined
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      exitWhenAskedAgain(name, interruptedAtMs)
      interruptedAtMs ??= performance.now()
      controller.abort(new Error('Interrupted.'))
    })
  }
  // The run ends cleanly where `endWithOutput` would exit.
  process.stdout.off('error', exitWithOutput)
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    exitUnlessClosed(error)
    controller.abort(new Error('The output was closed.'))
  })
  return run(controller.signal)
}

/** Ends the command when its output is closed. The reader may have read enough, as `head` does. */
export function endWithOutput(): void {
  process.stdout.on('error', exitWithOutput)
  // There is no other place to report an error of standard error.
  process.stderr.on('error', () => undefined)
}

function exitWithOutput(error: NodeJS.ErrnoException): void {
  exitUnlessClosed(error)
  process.exit(0)
}

function exitUnlessClosed(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return
  writeMessage(`error: The output cannot be written: ${error.message}.`)
  process.exit(1)
}

/** npm forwards Ctrl+C although the terminal has already sent it. A second signal within this time is the same one. */
const echoMs = 250

/**
 * Exits at the second signal.
 * @param endingSinceMs time of the first signal, by `performance.now()`; undefined at the first signal.
 */
export function exitWhenAskedAgain(signal: 'SIGINT' | 'SIGTERM', endingSinceMs: number | undefined): void {
  if (endingSinceMs === undefined || performance.now() - endingSinceMs <= echoMs) return
  process.exit(128 + constants.signals[signal])
}
