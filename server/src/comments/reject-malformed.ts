import type { Violation } from '@tocsin/contract/api/problem.ts'
import { isUuid } from '@tocsin/contract/scalars.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { hasIncident } from './queries.ts'

/**
 * Rejects a malformed request. Looks its incident up first, so that the caller receives every violation at once.
 * @param relatedEntityId the unchecked value from the request.
 * @param violations at least one.
 * @param notFound violation to add when there is no such incident.
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
