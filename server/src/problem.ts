import {
  problems,
  violations as violationMessages,
  type ProblemCode,
  type ProblemDetails,
  type Violation,
  type ViolationCode,
} from '@tocsin/contract/problem.ts'

type Extensions = Pick<
  ProblemDetails,
  'creationConfigVersion' | 'incidentId' | 'commentId' | 'mediaId' | 'organizations'
>

interface ProblemOptions extends Extensions {
  detail?: string
  violations?: Violation[]
  retryAfterSeconds?: number
  cause?: unknown
}

/** An answer that is not a success: thrown anywhere, turned into a body by the one error handler. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly violations: Violation[]
  readonly retryAfterSeconds: number | undefined
  readonly extensions: Extensions

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    const { detail, violations = [], retryAfterSeconds, cause, ...extensions } = options
    super(detail ?? violations[0]?.message ?? `${problems[code].title}.`, { cause })
    this.code = code
    this.status = problems[code].status
    this.violations = violations
    this.retryAfterSeconds = retryAfterSeconds
    this.extensions = extensions
  }

  toDetails(requestId: string): ProblemDetails {
    return {
      type: `urn:tocsin:problem:${this.code}`,
      title: problems[this.code].title,
      status: this.status,
      detail: this.message,
      code: this.code,
      requestId,
      errors: this.violations,
      ...this.extensions,
    }
  }
}

/** One violation at a place in the body, in the catalogue's words unless `message` says it better. */
export const violationAt = (
  pointer: string,
  code: ViolationCode,
  message: string = violationMessages[code],
): Violation => ({ pointer, code, message })
