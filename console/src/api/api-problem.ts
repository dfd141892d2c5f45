import type { ProblemCode, ProblemDetails, Violation } from '@tocsin/contract/api/problem.ts'
import { frameTexts } from '../texts/frame.ts'
import { violationTexts } from '../texts/violations.ts'

/** The problem that the server answered with; `network` when it could not be reached at all, `no_answer` when none came. */
export class ApiProblem extends Error {
  readonly code: ProblemCode | 'network' | 'no_answer' | 'unreadable'
  /** 0 when there was no answer. */
  readonly status: number
  readonly violations: readonly Violation[]
  readonly requestId: string | undefined
  /** From `Retry-After`, where the server asks to wait. */
  readonly retryAfterSeconds: number | undefined
  /** The whole body, for members that only some problems have. */
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

  /** Whether the session has ended or is another's: nothing more is done in it; `makeQueryClient` handles the page. */
  get isOfSession(): boolean {
    return this.code === 'not_signed_in' || this.code === 'csrf_token_invalid'
  }

  /** Whether the violations say all of it: its own sentence is that of the first of them. */
  get isSaidByViolations(): boolean {
    return this.violations[0]?.message === this.message
  }

  /** What is wrong with one field of the body, in words: `messageAt('/name')`. */
  messageAt(pointer: string): string | undefined {
    const violation = this.violations.find((candidate) => candidate.pointer === pointer)
    return violation && (violationTexts[violation.code] ?? violation.message)
  }
}

/** Whether something failed with one of these problems. */
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
 * Reads the body of an answer.
 * @returns undefined where there is none.
 * @throws ApiProblem for every answer but 2xx, and for a 2xx that is not Tocsin's, such as the page of a hotspot.
 */
export function readAnswer<Answer>(status: number, body: string, headerOf: HeaderOf): Answer {
  if (status < 200 || status > 299) throw readProblem(status, body, headerOf)
  try {
    return (body === '' ? undefined : JSON.parse(body)) as Answer
  } catch {
    throw readProblem(status, body, headerOf)
  }
}

/** Reads a problem from the body of an answer; a proxy's own page becomes `unreadable`. */
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
