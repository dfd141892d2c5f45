import type { ProblemCode, ProblemDetails, Violation } from '@tocsin/contract/api/problem.ts'
import { frameTexts } from '../texts/frame.ts'
import { violationTexts } from '../texts/violations.ts'

/**
 * Problem with which a call failed. Its code is the server's, or `network` if the server could not be reached, `no_answer`
 * if no answer came in time, `unreadable` if the answer was not Tocsin's.
 */
export class ApiProblem extends Error {
  readonly code: ProblemCode | 'network' | 'no_answer' | 'unreadable'
  /** HTTP status; 0 without an answer. */
  readonly status: number
  readonly violations: readonly Violation[]
  readonly requestId: string | undefined
  /** Seconds to wait before the next attempt, from `Retry-After`. */
  readonly retryAfterSeconds: number | undefined
  /** Whole body, for members that only some problems have. */
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

  /** True if the session has ended or belongs to another user. `makeQueryClient` then handles the page. */
  get isSessionProblem(): boolean {
    return this.code === 'not_signed_in' || this.code === 'csrf_token_invalid'
  }

  /** True if the message repeats the first violation, so that the violations say everything. */
  get isCoveredByViolations(): boolean {
    return this.violations[0]?.message === this.message
  }

  /** Returns the text of the violation of one body field, for example `messageAt('/name')`. */
  messageAt(pointer: string): string | undefined {
    const violation = this.violations.find((candidate) => candidate.pointer === pointer)
    return violation && (violationTexts[violation.code] ?? violation.message)
  }
}

/** Checks whether an error is an ApiProblem with one of these codes. */
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
 * Parses the body of a response.
 * @returns undefined for an empty body.
 * @throws ApiProblem for every status except 2xx, and for a 2xx that is not Tocsin's, such as the page of a hotspot.
 */
export function readAnswer<Answer>(status: number, body: string, headerOf: HeaderOf): Answer {
  if (status < 200 || status > 299) throw readProblem(status, body, headerOf)
  try {
    return (body === '' ? undefined : JSON.parse(body)) as Answer
  } catch {
    throw readProblem(status, body, headerOf)
  }
}

/** Reads a problem from the body of a response. A proxy's own page becomes `unreadable`. */
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
