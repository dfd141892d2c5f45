import type { Violation } from '@tocsin/contract/api/problem.ts'
import { isUuid } from '@tocsin/contract/scalars.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { hasIncident } from './queries.ts'

/**
 * Refuses a request that breaks a rule, and looks its Incident up all the same, so that the caller hears of every
 * violation at once.
 * @param relatedEntityId whatever was sent.
 * @param violations what is wrong with the request, at least one.
 * @param notFound what is wrong besides when there is no such Incident.
 * @throws Problem `invalid_request`, always.
 * @see design 4, 400 or 404
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
