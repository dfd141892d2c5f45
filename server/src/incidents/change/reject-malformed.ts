import { PatchIncident } from '@tocsin/contract/api/incident-change.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import { isUuid } from '@tocsin/contract/scalars.ts'
import { rejectMalformed } from '../../http/problems/reject-malformed.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { findIncident } from '../queries.ts'
import { checkEdits, editOf, isAccepted } from './change.ts'
import { rejectionOf } from './rejection.ts'

const patchFields = Object.keys(PatchIncident.properties) as (keyof PatchIncident)[]

/**
 * Rejects a malformed patch, and lists the violations of its schema and of the rules.
 * @param incidentId id as it was sent.
 * @param patch patch as it was sent, with ids in lower case and instants in UTC. It may have any shape.
 * @param violations violations of the schema, at least one, with pointers that begin at the patch.
 * @throws Problem `invalid_request`, always.
 */
export const rejectMalformedPatch = (
  scope: OrganizationScope,
  incidentId: unknown,
  patch: unknown,
  violations: Violation[],
): Promise<never> =>
  rejectMalformed<PatchIncident>(new Problem('invalid_request', { violations }), patch, patchFields, async (sent) => {
    const before = typeof incidentId === 'string' && isUuid(incidentId) && (await findIncident(scope, incidentId))
    if (!before) return undefined
    const [checked] = await checkEdits(scope, [editOf(before, sent)], { skipsLocked: false })
    return isAccepted(checked!) ? undefined : rejectionOf(scope, checked!)
  })
