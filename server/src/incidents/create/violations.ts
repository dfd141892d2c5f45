import type { Violation, ViolationCode } from '@tocsin/contract/api/problem.ts'
import { Problem, violationAt } from '../../problem.ts'
import type { ReferenceStates } from './reference-queries.ts'

/** What is wrong with one Incident. */
export interface Faults {
  /** What breaks a rule: 400. */
  broken: Violation[]
  /** References to nothing: 404. */
  missing: Violation[]
}

/**
 * The refusal of an Incident: what breaks a rule outweighs what does not exist, and both are reported.
 * @returns undefined when nothing is wrong.
 */
export function refusal(
  codeOfBroken: 'invalid_incident' | 'invalid_request',
  { broken, missing }: Faults,
  judgedBy: { creationConfigVersion?: number | null } = {},
): Problem | undefined {
  const violations = [...broken, ...missing]
  if (violations.length === 0) return undefined
  return new Problem(broken.length > 0 ? codeOfBroken : 'reference_not_found', { violations, ...judgedBy })
}

/** Puts what the database knows of the references of one Incident into the catalogue's words. */
export function referenceViolations(states: ReferenceStates): Faults {
  const faults: Faults = { broken: [], missing: [] }
  for (const reference of ['location', 'point', 'assignee'] as const) {
    const at = (code: ViolationCode) => violationAt(`/${reference}Id`, code)
    const state = states[reference]
    if (state === 'missing') faults.missing.push(at(`${reference}_not_found`))
    if (state === 'archived') faults.broken.push(at(`${reference}_archived`))
    if (state === 'elsewhere') faults.broken.push(at('point_not_in_location'))
  }
  return faults
}
