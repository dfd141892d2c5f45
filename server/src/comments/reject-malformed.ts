import type { CreateComment } from '@tocsin/contract/api/comment.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import { rejectMalformed } from '../http/problems/reject-malformed.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { incidentNotFound } from './add.ts'
import { hasIncident } from './queries.ts'

/**
 * Rejects a malformed comment. The problem lists the violations of the schema, and a reference to a missing incident.
 * @param body body as it was sent, with ids in lower case. It may have any shape.
 * @param violations violations of the schema, at least one.
 * @throws Problem `invalid_request`, always.
 */
export const rejectMalformedComment = (
  scope: OrganizationScope,
  body: unknown,
  violations: Violation[],
): Promise<never> =>
  rejectMalformed<CreateComment>(
    new Problem('invalid_request', { violations }),
    body,
    ['relatedEntityId'],
    async ({ relatedEntityId: id }) => (id && !(await hasIncident(scope, id)) ? incidentNotFound() : undefined),
  )
