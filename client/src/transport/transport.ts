import { notify } from '../notify.ts'
import { attempt, type Answer, type Outgoing } from './attempt.ts'
import type { Clock } from './clock.ts'
import type { Fetch } from './fetch.ts'
import { delayBeforeRetry, isPassing, type RetryPolicy } from './retry.ts'
import { withGiven } from './with-given.ts'

/** Timeouts of a call. */
export interface Timeouts {
  /** Milliseconds in which one attempt must finish, including its whole response. */
  attemptMs: number
  /** Milliseconds in which a call must finish, including all attempts and the pauses between them. */
  totalMs: number
}

export const defaultTimeouts: Timeouts = { attemptMs: 15_000, totalMs: 60_000 }
/** Default timeouts of requests that carry a file, long enough for a photo over a slow connection. */
export const defaultUploadTimeouts: Timeouts = { attemptMs: 120_000, totalMs: 360_000 }

/** Options that every call accepts. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the reason of the signal. */
  signal?: AbortSignal
  timeouts?: Partial<Timeouts>
  retry?: Partial<RetryPolicy>
  /**
   * Function to call after a success, for logs or to detect a replay. If it throws an error, the call still succeeds.
   */
  onAnswer?: (answer: AnswerNotice) => void
}

export interface AnswerNotice {
  status: number
  requestId: string | null
  /** True for a replay: the server had already carried out an earlier request with the same idempotency key. */
  isReplay: boolean
  attempts: number
}

export interface Connection {
  /** URL of the service with its version prefix, without a slash at the end. */
  baseUrl: string
  apiKey: string
  fetch: Fetch
  timeouts: Timeouts
  uploadTimeouts: Timeouts
  retry: RetryPolicy
  clock: Clock
}

/** One request of the API, for the transport to send. */
export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path below the base URL. */
  path: string
  query?: URLSearchParams
  headers?: Record<string, string>
  /** Request body, to be sent as JSON. */
  json?: unknown
  form?: FormData
  /**
   * HTTP status with which Tocsin answers a successful request. Any other success status comes from another service.
   */
  success: 200 | 201 | 204
  /** Name of a member that every successful body has. A body without this member comes from another service. */
  member?: string
  /** The clientRequestId or Idempotency-Key in the request, by which the server recognizes a retry. */
  idempotencyKey?: string
}

/**
 * Sends requests, and retries each request after temporary failures.
 *
 * Repeating a request is safe: reading changes nothing, a creation carries a key by which the server recognizes a
 * retry, and changing or deleting a comment twice has the same effect as once.
 */
export class Transport {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Sends a request and its retries. @throws TocsinError, or the reason of `options.signal`. */
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
        // If the device slept during the pause, the call may be out of time. Throw the actual error, not a timeout.
        if (clock.elapsedMs() >= deadlineMs) throw error
      }
    }
  }

  /** Serializes a request. @throws TypeError for values that cannot be serialized; a retry would not help. */
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
