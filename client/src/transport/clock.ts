/** A timer that is set for longer fires at once; so would Infinity. */
export const longestTimerMs = 2 ** 31 - 1

/** Time and chance, so that a test can have its own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Milliseconds since some moment; unlike `now`, they go on steadily when the time of day is set. */
  elapsedMs(): number
  /** From 0 up to, but not including, 1. */
  random(): number
  /** Resolves after so many milliseconds; rejects with the signal's reason when it is aborted first. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsedMs: () => performance.now(),
  random: () => Math.random(),
  sleep: (durationMs, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const abort = () => {
        clearTimeout(timer)
        reject(signal!.reason)
      }
      const timer = setTimeout(
        () => {
          signal?.removeEventListener('abort', abort)
          resolve()
        },
        Math.min(durationMs, longestTimerMs),
      )
      signal?.addEventListener('abort', abort, { once: true })
    }),
}
