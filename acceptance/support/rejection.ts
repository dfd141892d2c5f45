import type { ApiResponse } from './client.ts'
import type { Problem } from './resources.ts'

/** Short form of a rejection, for comparisons in tests. */
export interface Rejection {
  status: number
  /** Code of the problem; undefined if the response is not a problem. */
  code: string | undefined
  /** Sorted violations, each a pointer or parameter and a code: `/name too_long`, `limit invalid_value`. */
  errors: string[]
}

/** Returns the short form of a response: status, problem code and violations. */
export function rejectionOf({ status, body }: ApiResponse): Rejection {
  const { code, errors = [] } = (body ?? {}) as Partial<Problem>
  const places = errors.map((violation) => `${violation.pointer ?? violation.parameter} ${violation.code}`)
  return { status, code, errors: places.toSorted() }
}

/** Makes an expected rejection, to compare with the result of `rejectionOf`. */
export const rejected = (status: number, code: string, ...errors: string[]): Rejection => ({
  status,
  code,
  errors: errors.toSorted(),
})

/** Expected rejection of an invalid request, with these violations. */
export const invalidRequest = (...errors: string[]): Rejection => rejected(400, 'invalid_request', ...errors)

/** Expected rejection of an invalid creation, with these violations. */
export const invalidIncident = (...errors: string[]): Rejection => rejected(400, 'invalid_incident', ...errors)
