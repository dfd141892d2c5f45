import { violations, type Violation } from '@tocsin/contract/api/problem.ts'

/** Says that what a request names in `relatedEntityId` is no Incident of the Organization. */
export const incidentNotFound = (place: { pointer: string } | { parameter: string }): Violation => ({
  ...place,
  code: 'incident_not_found',
  message: violations.incident_not_found,
})
