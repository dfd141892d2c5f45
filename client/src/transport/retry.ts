import { TocsinNetworkError, TocsinProblem, type TocsinError } from '../error.ts'
import type { FetchAnswer } from './fetch.ts'

/** Rules for retrying a request after a temporary failure. */
export interface RetryPolicy {
  /** Maximum number of times that a request is sent, including the first time. The value 1 disables retries. */
  attemptsMaximum: number
  /**
   * Maximum of the random pause before the second attempt, in milliseconds. The maximum doubles with each pause, up to
   * `delayMaximumMs`.
   */
  firstDelayMs: number
  /** Maximum of every random pause, in milliseconds. If the server asks to wait, that time is added to the pause. */
  delayMaximumMs: number
}

export const defaultRetryPolicy: RetryPolicy = { attemptsMaximum: 5, firstDelayMs: 250, delayMaximumMs: 8_000 }

/** Returns true for a temporary failure, after which the same request may succeed. */
export function isPassing(error: unknown): error is TocsinError {
  if (error instanceof TocsinProblem) return mayPass(error.status)
  return error instanceof TocsinNetworkError && (error.status === undefined || mayPass(error.status))
}

/**
 * Statuses by which a server or a proxy asks for another attempt: the request arrived too slowly (408), on a connection
 * meant for another host (421), too early in a new connection (425), or was one of too many (429).
 * @see RFC 9110, 15.5.9 and 15.5.20; RFC 8470, 5.2; RFC 6585, 4
 */
const repeatable: ReadonlySet<number> = new Set([408, 421, 425, 429])

// A failure with a status below 400, such as 200 or 302, comes from a proxy, for example from its sign-in page. A
// later attempt may reach the server.
const mayPass = (status: number): boolean => repeatable.has(status) || status >= 500 || status < 400

/**
 * Returns the milliseconds to wait before the next attempt: the time that the server asks for, plus a random time. The
 * maximum of the random time doubles with each attempt. Clients that failed at the same time therefore retry at
 * different times ("full jitter").
 * @param attempt number of times the request was sent so far.
 * @param random number from 0 up to 1.
 */
export function delayBeforeRetry(
  policy: RetryPolicy,
  { retryAfterMs = 0 }: TocsinError,
  attempt: number,
  random: number,
): number {
  const bound = Math.min(policy.delayMaximumMs, policy.firstDelayMs * 2 ** (attempt - 1))
  return retryAfterMs + random * bound
}

/**
 * Reads the header `Retry-After`, which contains a number of seconds or a date.
 * @param nowMs time of this device in milliseconds since 1970, used if the response has no `Date` header.
 * @returns milliseconds from now; undefined if the header is absent or invalid.
 * @see RFC 9110, 10.2.3
 */
export function readRetryAfter(headers: FetchAnswer['headers'], nowMs: number): number | undefined {
  const header = headers.get('retry-after')
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Number(header) * 1000
  const atMs = Date.parse(header)
  const sentAtMs = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - (Number.isNaN(sentAtMs) ? nowMs : sentAtMs))
}
