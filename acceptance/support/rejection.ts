import type { Answer } from './client.ts'
import type { Problem } from './resources.ts'

/** An answer, short enough to compare. */
interface Rejection {
  status: number
  /** Undefined: the answer is no problem. */
  code: string | undefined
  /** `/name too_long`, `limit invalid_value`: the place and the code, sorted. */
  errors: string[]
}

/** Returns the rejection in an answer: status, code and violations in short form. */
export function rejectionOf({ status, body }: Answer): Rejection {
  const { code, errors = [] } = (body ?? {}) as Partial<Problem>
  const places = errors.map((violation) => `${violation.pointer ?? violation.parameter} ${violation.code}`)
  return { status, code, errors: places.toSorted() }
}

/** Makes the expected rejection. */
export const refused = (status: number, code: string, ...errors: string[]): Rejection => ({
  status,
  code,
  errors: errors.toSorted(),
})

/** A request whose shape is wrong, at these places. */
export const invalidRequest = (...errors: string[]): Rejection => refused(400, 'invalid_request', ...errors)

/** An incident that breaks the creation configuration, at these places. */
export const invalidIncident = (...errors: string[]): Rejection => refused(400, 'invalid_incident', ...errors)
