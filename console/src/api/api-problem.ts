import type { ProblemCode, ProblemDetails, Violation } from '@tocsin/contract/api/problem.ts'
import { frameTexts } from '../texts/frame.ts'
import { violationTexts } from '../texts/violations.ts'

/**
 * Error of a failed call to the server. `code` is the problem code that the server sent, or one of four codes of the
 * console:
 * - `network`: the server could not be reached.
 * - `no_answer`: no response came in time.
 * - `unreadable`: the response did not come from Tocsin.
 * - `file_unreadable`: the browser could not read a file to send.
 */
export class ApiProblem extends Error {
  readonly code: ProblemCode | 'network' | 'no_answer' | 'unreadable' | 'file_unreadable'
  /** HTTP status of the response; 0 if no response came. */
  readonly status: number
  readonly violations: readonly Violation[]
  readonly requestId: string | undefined
  /** Seconds to wait before the next attempt, from the `Retry-After` header. */
  readonly retryAfterSeconds: number | undefined
  /**
   * Problem body that the server sent, including members that only some problems have. Empty object if the server sent
   * none.
   */
  readonly details: Readonly<Partial<ProblemDetails>>

  constructor(
    detail: string,
    { code, status, violations = [], requestId, retryAfterSeconds, details = {} }: ApiProblemFields,
  ) {
    super(detail)
    this.name = 'ApiProblem'
    this.code = code
    this.status = status
    this.violations = violations
    this.requestId = requestId
    this.retryAfterSeconds = retryAfterSeconds
    this.details = details
  }

  /**
   * True if the error's message only repeats the first violation. Code that shows the violations can then omit the
   * message.
   */
  get isCoveredByViolations(): boolean {
    return this.violations[0]?.message === this.message
  }

  /**
   * Returns the text of the violation at one field of the request body, for example `messageAt('/name')`; undefined if
   * the field has no violation.
   */
  messageAt(pointer: string): string | undefined {
    const violation = this.violations.find((candidate) => candidate.pointer === pointer)
    return violation && (violationTexts[violation.code] ?? violation.message)
  }
}

/** Returns true if the error is an ApiProblem with one of these codes. */
export const isProblem = (error: unknown, ...codes: ApiProblem['code'][]): error is ApiProblem =>
  error instanceof ApiProblem && codes.includes(error.code)

interface ApiProblemFields {
  code: ApiProblem['code']
  status: number
  violations?: readonly Violation[]
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
  details?: Partial<ProblemDetails>
}

type HeaderOf = (name: string) => string | null

/**
 * Parses the JSON body of a response.
 * @returns the parsed body; undefined if the body is empty.
 * @throws ApiProblem for every status except 2xx, and for a 2xx response whose body is not JSON, such as the login page
 *   of a Wi-Fi hotspot.
 */
export function readResponse<Result>(status: number, body: string, headerOf: HeaderOf): Result {
  if (status < 200 || status > 299) throw readProblem(status, body, headerOf)
  try {
    return (body === '' ? undefined : JSON.parse(body)) as Result
  } catch {
    throw readProblem(status, body, headerOf)
  }
}

/**
 * Reads a problem from a response. A body that is no problem, such as a proxy's error page, gets the code `unreadable`.
 */
export function readProblem(status: number, body: string, headerOf: HeaderOf): ApiProblem {
  const retryAfterSeconds = Number(headerOf('retry-after') ?? Number.NaN)
  const shared = {
    status,
    requestId: headerOf('x-request-id') ?? undefined,
    retryAfterSeconds: Number.isFinite(retryAfterSeconds) ? retryAfterSeconds : undefined,
  }
  const details = parseDetails(body)
  if (!details) return new ApiProblem(frameTexts.problem.unreadable(status), { ...shared, code: 'unreadable' })
  return new ApiProblem(details.detail, {
    ...shared,
    code: details.code,
    violations: details.errors,
    requestId: details.requestId,
    details,
  })
}

function parseDetails(body: string): ProblemDetails | undefined {
  try {
    const details = JSON.parse(body) as Partial<ProblemDetails>
    if (typeof details.code !== 'string' || typeof details.detail !== 'string') return undefined
    return { ...details, errors: details.errors ?? [] } as ProblemDetails
  } catch {
    return undefined
  }
}
