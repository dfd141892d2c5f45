import { TocsinNetworkError, TocsinProblem, TocsinTimeoutError } from '../error.ts'
import type { ProblemDetails } from '../generated/resources.ts'
import { longestTimerMs } from './clock.ts'
import type { FetchAnswer, FetchRequest } from './fetch.ts'
import { readRetryAfter } from './retry.ts'
import type { Connection } from './transport.ts'

/** One request, in a form that can be sent any number of times. */
export interface Outgoing {
  url: string
  method: string
  headers: Headers
  body: FetchRequest['body']
  success: number
  /** Name of a member that every successful body has; undefined if a successful response has no body. */
  member: string | undefined
  idempotencyKey: string | undefined
}

interface Attempt extends Outgoing {
  /** Number of times the request was sent, including this time. */
  attempts: number
  timeoutMs: number
}

export interface ApiResponse<Body> {
  status: number
  headers: FetchAnswer['headers']
  /** Parsed body; undefined for the statuses 204 and 304, which have no body. */
  body: Body
  attempts: number
}

/**
 * Sends a request once and reads the whole response.
 * @throws TocsinProblem if the server answers with a problem; TocsinTimeoutError after `timeoutMs`; TocsinNetworkError
 *   if no response of Tocsin arrives; the reason of `signal` after an abort.
 */
export async function attempt<Body>(
  { fetch, clock }: Pick<Connection, 'fetch' | 'clock'>,
  outgoing: Attempt,
  signal: AbortSignal | undefined,
): Promise<ApiResponse<Body>> {
  signal?.throwIfAborted()
  const ending = new AbortController()
  const abort = () => ending.abort(signal!.reason)
  signal?.addEventListener('abort', abort, { once: true })
  const timer = setTimeout(() => ending.abort(timedOut(outgoing)), Math.min(outgoing.timeoutMs, longestTimerMs))
  try {
    const { url, method, headers, body } = outgoing
    const response = await fetch(url, { method, headers, body, redirect: 'error', signal: ending.signal })
    return await readResponse<Body>(response, outgoing, clock.now())
  } catch (error) {
    if (ending.signal.aborted) throw ending.signal.reason
    if (error instanceof TocsinProblem || error instanceof TocsinNetworkError) throw error
    throw new TocsinNetworkError(`No response arrived: ${textOf(error)}.`, outgoing, { cause: error })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

async function readResponse<Body>(response: FetchAnswer, outgoing: Attempt, nowMs: number): Promise<ApiResponse<Body>> {
  const { status, headers } = response
  const text = await response.text()
  const head = { status, headers, attempts: outgoing.attempts }
  if (isEmptySuccess(response, outgoing)) return { ...head, body: undefined as Body }

  const body = parse(text)
  const contentType = headers.get('content-type')?.toLowerCase() ?? ''
  const isExpected = status === outgoing.success && contentType.startsWith('application/json')
  // The sign-in page of a public network may answer with JSON of its own. If this response counted as a success, a write
  // would be lost without notice.
  if (isExpected && isObject(body) && outgoing.member !== undefined && outgoing.member in body) {
    return { ...head, body: body as Body }
  }
  const retryAfterMs = readRetryAfter(headers, nowMs)
  if (contentType.startsWith('application/problem+json') && isProblem(body)) {
    throw new TocsinProblem(body, outgoing, retryAfterMs)
  }
  throw new TocsinNetworkError(foreignText(status, contentType, outgoing), outgoing, {
    status,
    retryAfterMs,
  })
}

/** Returns true for a success of Tocsin without a body. Every response of Tocsin has an `X-Request-Id`. */
function isEmptySuccess({ status, headers }: FetchAnswer, outgoing: Outgoing): boolean {
  const isExpected = status === 204 ? outgoing.success === 204 : status === 304 && outgoing.headers.has('if-none-match')
  return isExpected && headers.get('x-request-id') !== null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (body: unknown): body is object => typeof body === 'object' && body !== null

/** Returns true for a problem of Tocsin. Gateways answer with problems, too, but of other types. */
const isProblem = (body: unknown): body is ProblemDetails =>
  isObject(body) &&
  'code' in body &&
  'type' in body &&
  body.type === `urn:tocsin:problem:${String(body.code)}` &&
  'errors' in body &&
  Array.isArray(body.errors)

function foreignText(status: number, contentType: string, { method, url }: Outgoing): string {
  const { origin, pathname } = new URL(url)
  const summary = [status, contentType.split(';', 1)[0]].filter(Boolean).join(', ')
  return `${method} ${origin}${pathname} was answered (${summary}) by something that is not Tocsin.`
}

/**
 * Makes the error for a successful response that a proxy has altered.
 * @param defect sentence without its full stop that describes the missing or wrong part.
 */
export function alteredResponse(defect: string, { status, attempts }: ApiResponse<unknown>): TocsinNetworkError {
  const message = `${defect}: something on the way changed the response.`
  return new TocsinNetworkError(message, { attempts, idempotencyKey: undefined }, { status })
}

const timedOut = (outgoing: Attempt): TocsinTimeoutError =>
  new TocsinTimeoutError(`No response arrived within ${Math.round(outgoing.timeoutMs)} ms.`, outgoing)

/** Returns the message of an error of `fetch`. Prefers the message of its cause, which has the actual reason. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (!(error.cause instanceof Error)) return error.message
  // If `fetch` tried several IP addresses, the cause has only a code and no message.
  return error.cause.message || ('code' in error.cause ? String(error.cause.code) : error.message)
}
