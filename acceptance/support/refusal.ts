import type { Answer } from './client.ts'
import type { Problem } from './resources.ts'

/** An answer, short enough to compare. */
interface Refusal {
  status: number
  /** Undefined: the answer is no problem. */
  code: string | undefined
  /** `/name too_long`, `limit invalid_value`: the place and the code, sorted. */
  errors: string[]
}

/** What an answer says is wrong. */
export function refusalOf({ status, body }: Answer): Refusal {
  const { code, errors = [] } = (body ?? {}) as Partial<Problem>
  const places = errors.map((violation) => `${violation.pointer ?? violation.parameter} ${violation.code}`)
  return { status, code, errors: places.toSorted() }
}

/** What it should say. */
export const refused = (status: number, code: string, ...errors: string[]): Refusal => ({
  status,
  code,
  errors: errors.toSorted(),
})

/** A request whose shape is wrong, at these places. */
export const invalidRequest = (...errors: string[]): Refusal => refused(400, 'invalid_request', ...errors)

/** An Incident that breaks the creation configuration, at these places. */
export const invalidIncident = (...errors: string[]): Refusal => refused(400, 'invalid_incident', ...errors)
