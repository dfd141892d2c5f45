const minuteMs = 60_000
const hourMs = 60 * minuteMs

const delaysMs = [5_000, 30_000, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs, hourMs, 2 * hourMs, 4 * hourMs, 8 * hourMs]
const delayMaximumMs = delaysMs.at(-1)!

/** Time after which the endpoint is paused if every attempt to deliver an event has failed: 3 days. */
export const retriesEndAfterMs = 72 * hourMs

/**
 * Returns the time until the next attempt to deliver an event, in milliseconds. The time is randomly shortened by up to
 * a tenth, so that events that failed at the same moment are not all retried at the same moment.
 * @param attempts number of attempts so far.
 * @param retryAfterMs time that the receiver asks the server to wait. A longer time than 8 hours counts as 8 hours.
 */
export function retryDelayMs(attempts: number, retryAfterMs = 0, random = Math.random()): number {
  const delayMs = delaysMs[attempts - 1] ?? delayMaximumMs
  return Math.max(Math.min(retryAfterMs, delayMaximumMs), delayMs * (0.9 + random / 10))
}
