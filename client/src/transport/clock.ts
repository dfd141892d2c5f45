/** Longest delay of a timer in milliseconds. A timer with a longer delay, such as Infinity, would fire at once. */
export const longestTimerMs = 2 ** 31 - 1

/** Source of time and random numbers, which a test can replace. */
export interface Clock {
  /** Current time in milliseconds since 1970. */
  now(): number
  /** Milliseconds of a monotonic clock. Unlike `now`, this clock does not jump when the time of day is set. */
  elapsedMs(): number
  /** Random number from 0 up to, but not including, 1. */
  random(): number
  /** Resolves after `durationMs` milliseconds. Rejects with the reason of `signal` if the signal is aborted earlier. */
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
