import type { Violation, ViolationCode } from '@tocsin/contract/problem.ts'
import { Problem, violationAt } from '../problem.ts'
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
export function referenceFaults({ location, point, assignee }: ReferenceStates): Faults {
  const faults = [
    { pointer: '/locationId', ...codes('location'), state: location },
    { pointer: '/pointId', ...codes('point'), state: point },
    { pointer: '/assigneeId', ...codes('assignee'), state: assignee },
  ]
  return {
    broken: faults
      .filter(({ state }) => state === 'archived' || state === 'elsewhere')
      .map(({ pointer, archived, state }) =>
        violationAt(pointer, state === 'archived' ? archived : 'point_not_in_location'),
      ),
    missing: faults
      .filter(({ state }) => state === 'missing')
      .map(({ pointer, notFound }) => violationAt(pointer, notFound)),
  }
}

const codes = (name: 'location' | 'point' | 'assignee'): Record<'archived' | 'notFound', ViolationCode> => ({
  archived: `${name}_archived`,
  notFound: `${name}_not_found`,
})
