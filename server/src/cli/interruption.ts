import { constants } from 'node:os'

/**
 * Runs something that SIGINT (Ctrl+C) or SIGTERM may end cleanly: the cursor shown again, files written. A second signal
 * exits at once.
 * @param run must throw the reason of `signal` as soon as that is aborted.
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
  return run(controller.signal)
}

/** npm hands a terminal's Ctrl+C on to us, who had it already: what follows this closely is the same signal. */
const echoMs = 250

/** @param endingSinceMs when the process was first asked to end; undefined: never before. */
export function exitWhenAskedAgain(signal: 'SIGINT' | 'SIGTERM', endingSinceMs: number | undefined): void {
  if (endingSinceMs === undefined || performance.now() - endingSinceMs <= echoMs) return
  process.exit(128 + constants.signals[signal])
}
