import type { ProblemCode, ProblemDetails, Uuid, Violation } from './generated/resources.ts'

/** Facts about a failed request. */
export interface FailedRequest {
  /** Number of times it was sent. */
  attempts: number
  /** The clientRequestId or Idempotency-Key that it carried. */
  idempotencyKey: string | undefined
}

/** Base of the errors that calls throw. Only an abort by the caller throws something else: the caller's own reason. */
export abstract class TocsinError extends Error {
  /** Number of times the request was sent. */
  readonly attempts: number
  /** The clientRequestId or Idempotency-Key that the request carried: called again with it, nothing is created twice. */
  readonly idempotencyKey: string | undefined
  /** Time that the server asks to wait before a retry. */
  abstract readonly retryAfterMs: number | undefined

  constructor(message: string, { attempts, idempotencyKey }: FailedRequest, cause?: unknown) {
    super(message, { cause })
    this.attempts = attempts
    this.idempotencyKey = idempotencyKey
  }
}

/**
 * The server's answer was a problem: `code` says which, `violations` what is wrong with which value.
 * @see docs/problems.md for each code
 */
export class TocsinProblem extends TocsinError {
  override readonly name = 'TocsinProblem'
  readonly code: ProblemCode
  /** The HTTP status. */
  readonly status: number
  readonly title: string
  readonly violations: Violation[]
  /** Identifies the request in the server's log. */
  readonly requestId: string
  /** The revision that a refused creation was checked against. */
  readonly creationConfigVersion: number | null | undefined
  /** The incident, comment or Media that an idempotency key already belongs to. */
  readonly incidentId: Uuid | undefined
  readonly commentId: Uuid | undefined
  readonly mediaId: Uuid | undefined
  override readonly retryAfterMs: number | undefined
  /** The problem as it was sent. */
  readonly details: ProblemDetails

  constructor(details: ProblemDetails, request: FailedRequest, retryAfterMs?: number) {
    super(details.detail, request)
    this.details = details
    this.code = details.code
    this.status = details.status
    this.title = details.title
    this.violations = details.errors
    this.requestId = details.requestId
    this.creationConfigVersion = details.creationConfigVersion
    this.incidentId = details.incidentId
    this.commentId = details.commentId
    this.mediaId = details.mediaId
    this.retryAfterMs = retryAfterMs
  }
}

/**
 * No answer from Tocsin arrived: the connection failed, or something in between answered, such as the sign-in page of a
 * public network. It is not known whether the server has carried out the request.
 */
export class TocsinNetworkError extends TocsinError {
  override readonly name: string = 'TocsinNetworkError'
  /** HTTP status of an answer that is not Tocsin's; undefined without an answer. */
  readonly status: number | undefined
  override readonly retryAfterMs: number | undefined

  constructor(
    message: string,
    request: FailedRequest,
    { status, retryAfterMs, cause }: { status?: number; retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, request, cause)
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

/** The answer did not arrive in time. */
export class TocsinTimeoutError extends TocsinNetworkError {
  override readonly name = 'TocsinTimeoutError'
}
