import { notify } from '../notify.ts'
import { attempt, type Answer, type Outgoing } from './attempt.ts'
import type { Clock } from './clock.ts'
import type { Fetch } from './fetch.ts'
import { delayBeforeRetry, isPassing, type RetryPolicy } from './retry.ts'
import { withGiven } from './with-given.ts'

/** Times to wait for an answer. */
export interface Timeouts {
  /** For one attempt, its answer included. */
  attemptMs: number
  /** For a call with all its attempts and the pauses between them. */
  totalMs: number
}

export const defaultTimeouts: Timeouts = { attemptMs: 15_000, totalMs: 60_000 }
/** A photo over a slow connection. */
export const defaultUploadTimeouts: Timeouts = { attemptMs: 120_000, totalMs: 360_000 }

/** Options that every call accepts. */
export interface CallOptions {
  /** Ends the call; it is rejected with the signal's reason. */
  signal?: AbortSignal
  timeouts?: Partial<Timeouts>
  retry?: Partial<RetryPolicy>
  /** Called with the answer: for logs, and to tell a creation from a replay. What it throws does not fail the call. */
  onAnswer?: (answer: AnswerNotice) => void
}

export interface AnswerNotice {
  status: number
  requestId: string | null
  /** The server had already done this: the answer belongs to an earlier request with the same key. */
  isReplay: boolean
  attempts: number
}

export interface Connection {
  /** The service with its version prefix, without a slash at the end. */
  baseUrl: string
  apiKey: string
  fetch: Fetch
  timeouts: Timeouts
  uploadTimeouts: Timeouts
  retry: RetryPolicy
  clock: Clock
}

/** One request for the transport. */
export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below the base URL. */
  path: string
  query?: URLSearchParams
  headers?: Record<string, string>
  /** Sent as JSON. */
  json?: unknown
  form?: FormData
  /** The status of Tocsin's success: an answer with another one is not Tocsin's. */
  success: 200 | 201 | 204
  /** A member of every such answer: an object without it is not Tocsin's either. */
  member?: string
  /** The clientRequestId or Idempotency-Key in it, by which the server knows a repetition. */
  idempotencyKey?: string
}

/**
 * Sends requests until one gets its final answer.
 *
 * Every request may be repeated: reading changes nothing, each creation carries a key by which the server knows it
 * again, and changing or deleting a comment twice leaves what once leaves.
 */
export class Transport {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** @throws TocsinError, or the reason of `options.signal`. */
  async send<Body>(call: Call, options: CallOptions = {}): Promise<Answer<Body>> {
    const { clock, timeouts, uploadTimeouts } = this.#connection
    const { attemptMs, totalMs } = withGiven(call.form ? uploadTimeouts : timeouts, options.timeouts)
    const policy = withGiven(this.#connection.retry, options.retry)
    const deadlineMs = clock.elapsedMs() + totalMs
    const outgoing = this.#outgoing(call)
    for (let attempts = 1; ; attempts++) {
      try {
        const timeoutMs = Math.min(attemptMs, deadlineMs - clock.elapsedMs())
        const answer = await attempt<Body>(this.#connection, { ...outgoing, attempts, timeoutMs }, options.signal)
        if (options.onAnswer) notify(options.onAnswer, noticeOf(answer))
        return answer
      } catch (error) {
        if (!isPassing(error) || attempts >= policy.attemptsMaximum) throw error
        const delayMs = delayBeforeRetry(policy, error, attempts, clock.random())
        if (clock.elapsedMs() + delayMs >= deadlineMs) throw error
        await clock.sleep(delayMs, options.signal)
        // The device itself was asleep and wakes up too late: another attempt would only hide what went wrong.
        if (clock.elapsedMs() >= deadlineMs) throw error
      }
    }
  }

  /** @throws TypeError for what cannot be written: repeating it would not help. */
  #outgoing({ method, path, query, headers, json, form, success, member, idempotencyKey }: Call): Outgoing {
    const search = query?.toString() ?? ''
    return {
      url: `${this.#connection.baseUrl}${path}${search && `?${search}`}`,
      method,
      headers: new Headers({
        'x-api-key': this.#connection.apiKey,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      }),
      body: json === undefined ? (form ?? null) : JSON.stringify(json),
      success,
      member,
      idempotencyKey,
    }
  }
}

const noticeOf = ({ status, headers, attempts }: Answer<unknown>): AnswerNotice => ({
  status,
  requestId: headers.get('x-request-id'),
  isReplay: headers.get('idempotent-replayed') === 'true',
  attempts,
})
