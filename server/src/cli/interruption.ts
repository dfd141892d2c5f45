import { constants } from 'node:os'
import { writeMessage } from './output.ts'

/**
 * Runs work that SIGINT (Ctrl+C), SIGTERM or the end of the reader of its output may end cleanly: the cursor shown again,
 * files written. A second signal exits at once.
 * @param run must throw the reason of `signal` as soon as it is aborted.
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
    controller.abort(new Error('Nobody reads the output any more.'))
  })
  return run(controller.signal)
}

/** Ends the command when its output cannot be written. A reader that has read enough, as `head` has, is no failure. */
export function endWithOutput(): void {
  process.stdout.on('error', exitWithOutput)
  // Nobody is left to read a message.
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

/** npm repeats a terminal's Ctrl+C to the process, which received it already. A signal this close behind is the same one. */
const echoMs = 250

/** @param endingSinceMs time at which the process was first asked to end; undefined: never before. */
export function exitWhenAskedAgain(signal: 'SIGINT' | 'SIGTERM', endingSinceMs: number | undefined): void {
  if (endingSinceMs === undefined || performance.now() - endingSinceMs <= echoMs) return
  process.exit(128 + constants.signals[signal])
}
