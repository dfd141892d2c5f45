import {
  problems,
  violations as violationMessages,
  type ProblemCode,
  type ProblemDetails,
  type Violation,
  type ViolationCode,
} from '@tocsin/contract/api/problem.ts'
import { violationsMaximum } from '@tocsin/contract/limits.ts'
import { shorten } from './shorten.ts'

type Extensions = Pick<
  ProblemDetails,
  | 'creationConfigVersion'
  | 'incidentId'
  | 'commentId'
  | 'mediaId'
  | 'endpointId'
  | 'nextStates'
  | 'currentVersion'
  | 'changedFields'
  | 'organizations'
>

interface ProblemOptions extends Extensions {
  detail?: string
  violations?: Violation[]
  retryAfterSeconds?: number
  /** True if nothing has failed, but the server rejects the request to have time for others (load shedding). */
  isShed?: boolean
  /** HTTP methods that the requested URL supports, for the header `Allow`. */
  allowedMethods?: string[]
  cause?: unknown
}

/** Error from the problem catalogue. Any function may throw it. The error handler turns it into a response. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly violations: Violation[]
  readonly retryAfterSeconds: number | undefined
  readonly isShed: boolean
  readonly allowedMethods: string[] | undefined
  readonly extensions: Extensions

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    const { detail, violations = [], retryAfterSeconds, isShed = false, allowedMethods, cause, ...extensions } = options
    super(detail ?? violations[0]?.message ?? `${problems[code].title}.`, { cause })
    this.code = code
    this.status = problems[code].status
    this.violations = violations
    this.retryAfterSeconds = retryAfterSeconds
    this.isShed = isShed
    this.allowedMethods = allowedMethods
    this.extensions = extensions
  }

  toDetails(requestId: string): ProblemDetails {
    return {
      type: `urn:tocsin:problem:${this.code}`,
      title: problems[this.code].title,
      status: this.status,
      detail: shorten(this.message, textMaximumLength) + this.#omissionNote(),
      code: this.code,
      requestId,
      errors: this.violations.slice(0, violationsMaximum).map(bounded),
      ...this.extensions,
    }
  }

  #omissionNote(): string {
    const { length } = this.violations
    return length > violationsMaximum ? ` There are ${length} violations; errors lists ${violationsMaximum}.` : ''
  }
}

/**
 * Maximum length of each text in a violation. Such a text may quote the request, and a body of 1 MiB must not cause a
 * much longer response.
 */
const textMaximumLength = 1_000

function bounded({ pointer, parameter, code, message }: Violation): Violation {
  return {
    ...(pointer !== undefined && { pointer: shorten(pointer, textMaximumLength) }),
    ...(parameter !== undefined && { parameter: shorten(parameter, textMaximumLength) }),
    code,
    message: shorten(message, textMaximumLength),
  }
}

/**
 * Makes a violation for a place in the request body, given as a JSON Pointer. If `message` is absent, the violation has
 * the catalogue's message for its code.
 */
export const violationAt = (
  pointer: string,
  code: ViolationCode,
  message: string = violationMessages[code],
): Violation => ({ pointer, code, message })

/**
 * Makes a violation for a query parameter. If `message` is absent, the violation has the catalogue's message for its
 * code.
 */
export const violationOfParameter = (
  parameter: string,
  code: ViolationCode,
  message: string = violationMessages[code],
): Violation => ({ parameter, code, message })
