import type { NextState } from '@tocsin/contract/api/incident-change.ts'
import type { Violation, ViolationCode } from '@tocsin/contract/api/problem.ts'
import { Problem, violationAt } from '../problem.ts'
import type { ReferenceResults } from './reference-queries.ts'

export interface Violations {
  /** Violations of rules, answered with 400. */
  invalid: Violation[]
  /** References to rows that the organization does not have, answered with 404. */
  missing: Violation[]
}

/**
 * Returns the problem that rejects an incident and lists all its violations.
 * @param codeOfInvalid code of the problem if `invalid` has violations. If only `missing` has violations, the code is
 *   `reference_not_found`.
 * @returns undefined if there is no violation.
 */
export function rejectionFor(
  codeOfInvalid: 'invalid_incident' | 'invalid_request' | 'transition_not_allowed',
  { invalid, missing }: Violations,
  extensions: { creationConfigVersion?: number | null; nextStates?: NextState[] } = {},
): Problem | undefined {
  const violations = [...invalid, ...missing]
  if (violations.length === 0) return undefined
  return new Problem(invalid.length > 0 ? codeOfInvalid : 'reference_not_found', { violations, ...extensions })
}

/** Returns a violation for each reference whose result is not `fine`. */
export function referenceViolations(results: ReferenceResults): Violations {
  const violations: Violations = { invalid: [], missing: [] }
  for (const reference of ['location', 'point', 'assignee'] as const) {
    const at = (code: ViolationCode) => violationAt(`/${reference}Id`, code)
    const result = results[reference]
    if (result === 'missing') violations.missing.push(at(`${reference}_not_found`))
    if (result === 'archived') violations.invalid.push(at(`${reference}_archived`))
    if (result === 'elsewhere') violations.invalid.push(at('point_not_in_location'))
  }
  return violations
}
