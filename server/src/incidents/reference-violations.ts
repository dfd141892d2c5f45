import type { Violation, ViolationCode } from '@tocsin/contract/problem.ts'
import { violationAt } from '../problem.ts'
import type { ReferenceStates } from './reference-queries.ts'

export interface ReferenceViolations {
  /** References that break a rule: 400. */
  broken: Violation[]
  /** References to nothing: 404. */
  missing: Violation[]
}

/** Puts what the database found out about the references of one Incident into the catalogue's words. */
export function referenceViolations({ location, point, assignee }: ReferenceStates): ReferenceViolations {
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
