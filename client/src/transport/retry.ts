import { TocsinNetworkError, TocsinProblem, type TocsinError } from '../error.ts'
import type { FetchAnswer } from './fetch.ts'

/** Rules for repeating a call after a temporary failure. */
export interface RetryPolicy {
  /** Maximum number of times a request is sent, the first included. 1 never repeats it. */
  attemptsMaximum: number
  /** The maximum of the first pause; it doubles for each further one. */
  firstDelayMs: number
  /** The maximum of any pause, unless the server asks for a longer one. */
  delayMaximumMs: number
}

export const defaultRetryPolicy: RetryPolicy = { attemptsMaximum: 5, firstDelayMs: 250, delayMaximumMs: 8_000 }

/** Tells a failure that may pass, so that the same request may succeed later, from one that will come again. */
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

// A page instead of an answer (200, 302) comes from something on the way that will be gone at some point.
const mayPass = (status: number): boolean => repeatable.has(status) || status >= 500 || status < 400

/**
 * Returns the time to wait before the next attempt: a random time up to a bound that doubles ("full jitter"), so that many
 * clients that failed together do not come back together. A time that the server asks for takes precedence.
 * @param attempt number of times the request was sent.
 * @param random from 0 up to 1.
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
 * Reads `Retry-After`: seconds or a date.
 * @param nowMs milliseconds since 1970 by the clock of this device, which may be wrong: the answer's own date is preferred.
 * @returns milliseconds from now; undefined when there is none or it cannot be read.
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
