import type { Violation } from '@tocsin/contract/api/problem.ts'
import { isUuid } from '@tocsin/contract/scalars.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { hasIncident } from './queries.ts'

/**
 * Throws the problem for a malformed request about an incident. First checks that the incident exists, so that the
 * caller receives all violations at once.
 * @param relatedEntityId id of the incident as the caller sent it. It may be malformed.
 * @param violations violations that were already found, at least one.
 * @param notFound violation to add if the incident does not exist.
 * @throws Problem `invalid_request`, always.
 */
export async function rejectMalformed(
  scope: OrganizationScope,
  relatedEntityId: unknown,
  violations: Violation[],
  notFound: Violation,
): Promise<never> {
  const isMissing =
    typeof relatedEntityId === 'string' && isUuid(relatedEntityId) && !(await hasIncident(scope, relatedEntityId))
  throw new Problem('invalid_request', { violations: isMissing ? [...violations, notFound] : violations })
}
