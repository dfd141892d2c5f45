import type { BatchProgress } from './resources/batch.ts'
import type { NextState, ProblemCode, ProblemDetails, Uuid, Violation } from './generated/resources.ts'

/** Facts about a failed request. */
export interface FailedRequest {
  /** Number of times the request was sent. */
  attempts: number
  /** The clientRequestId or Idempotency-Key of the request; undefined for a request without one. */
  idempotencyKey: string | undefined
}

/**
 * Base class of the errors of a failed call. A call that the caller aborts throws the reason of the caller's signal,
 * not a TocsinError.
 */
export abstract class TocsinError extends Error {
  /** Number of times the request was sent. */
  readonly attempts: number
  /**
   * The clientRequestId or Idempotency-Key of the request; undefined for a request without one. It is safe to repeat
   * the call with the same key and content.
   */
  readonly idempotencyKey: string | undefined
  /**
   * Milliseconds that the server asks the client to wait before a retry; undefined if the server does not ask for a
   * pause.
   */
  abstract readonly retryAfterMs: number | undefined
  /** Results so far and unfinished items of a failed `incidents.batch`; undefined for other calls. */
  batch: BatchProgress | undefined

  constructor(message: string, { attempts, idempotencyKey }: FailedRequest, cause?: unknown) {
    super(message, { cause })
    this.attempts = attempts
    this.idempotencyKey = idempotencyKey
  }
}

/**
 * The server answered with a problem. `code` identifies the problem, and `violations` lists the invalid values of the
 * request.
 * @see docs/problems.md for each code
 */
export class TocsinProblem extends TocsinError {
  override readonly name = 'TocsinProblem'
  readonly code: ProblemCode
  /** HTTP status of the response. */
  readonly status: number
  readonly title: string
  readonly violations: Violation[]
  /** Id of the request in the server's log. */
  readonly requestId: string
  /**
   * Configuration revision that a rejected creation was checked against; null if the server had not determined the
   * revision yet. Undefined for problems of other requests.
   */
  readonly creationConfigVersion: number | null | undefined
  /**
   * Id of the incident that the earlier request with the same clientRequestId or Idempotency-Key created, changed
   * or deleted. Undefined for other problems.
   */
  readonly incidentId: Uuid | undefined
  /**
   * Id of the comment that the earlier request with the same Idempotency-Key created, changed or deleted. Undefined for
   * other problems.
   */
  readonly commentId: Uuid | undefined
  /**
   * Id of the file that the earlier request with the same Idempotency-Key attached or deleted. Undefined for other
   * problems.
   */
  readonly mediaId: Uuid | undefined
  /** Present version of the incident; undefined unless the problem is `incident_changed`. */
  readonly currentVersion: number | undefined
  /**
   * Fields that have changed since the version on which the change is based. Undefined for problems other than
   * `incident_changed`, for a version that the incident never had, and if the server no longer knows every change.
   */
  readonly changedFields: string[] | undefined
  /** States to which the incident can move; undefined unless the problem is `transition_not_allowed`. */
  readonly nextStates: NextState[] | undefined
  override readonly retryAfterMs: number | undefined
  /** Body of the response. */
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
    this.currentVersion = details.currentVersion
    this.changedFields = details.changedFields
    this.nextStates = details.nextStates
    this.retryAfterMs = retryAfterMs
  }
}

/**
 * No response of Tocsin arrived: the connection failed, or a proxy answered in place of the server, for example with the
 * sign-in page of a public network. The server may nevertheless have carried out the request.
 */
export class TocsinNetworkError extends TocsinError {
  override readonly name: string = 'TocsinNetworkError'
  /** HTTP status of the response that a proxy sent or changed; undefined if no response arrived. */
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

/** No complete response arrived before the timeout. */
export class TocsinTimeoutError extends TocsinNetworkError {
  override readonly name = 'TocsinTimeoutError'
}
