import { constants } from 'node:os'

/** npm hands a terminal's Ctrl+C on to us, who had it already: what follows this closely is the same signal. */
const echoMs = 250

/**
 * Runs something that SIGINT (Ctrl+C) or SIGTERM may end in order: its cursor shown again, its files written. A second
 * signal exits at once.
 * @param run is to throw the reason of `signal` as soon as that is aborted.
 */
export function interruptible<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController()
  let interruptedAtMs: number | undefined
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      const nowMs = performance.now()
      if (interruptedAtMs !== undefined && nowMs - interruptedAtMs > echoMs) {
        process.exit(128 + constants.signals[name])
      }
      interruptedAtMs ??= nowMs
      controller.abort(new Error('Interrupted.'))
    })
  }
  return run(controller.signal)
}
