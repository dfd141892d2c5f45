import { constants } from 'node:os'
import { writeMessage } from './output.ts'

/** What may be ended cleanly, while it runs. */
let running: AbortController | undefined

/**
 * Runs something that SIGINT (Ctrl+C), SIGTERM or the end of whoever reads its output may end cleanly: the cursor shown
 * again, files written. A second signal exits at once.
 * @param run must throw the reason of `signal` as soon as that is aborted.
 */
export function interruptible<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController()
  running = controller
  let interruptedAtMs: number | undefined
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      exitWhenAskedAgain(name, interruptedAtMs)
      interruptedAtMs ??= performance.now()
      controller.abort(new Error('Interrupted.'))
    })
  }
  return run(controller.signal)
}

/** Ends the command when its output cannot be written. Who reads it may have read enough, as `head` does. */
export function endWithOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') {
      writeMessage(`error: The output cannot be written: ${error.message}.`)
      process.exit(1)
    }
    if (!running) process.exit(0)
    running.abort(new Error('Nobody reads the output any more.'))
  })
  // Nobody is left to be told.
  process.stderr.on('error', () => undefined)
}

/** npm hands a terminal's Ctrl+C on to us, who had it already: what follows this closely is the same signal. */
const echoMs = 250

/** @param endingSinceMs when the process was first asked to end; undefined: never before. */
export function exitWhenAskedAgain(signal: 'SIGINT' | 'SIGTERM', endingSinceMs: number | undefined): void {
  if (endingSinceMs === undefined || performance.now() - endingSinceMs <= echoMs) return
  process.exit(128 + constants.signals[signal])
}
