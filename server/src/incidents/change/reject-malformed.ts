import { PatchIncident } from '@tocsin/contract/api/incident-change.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import { malformedFields, omitMalformed } from '@tocsin/contract/rules/malformed-fields.ts'
import { isUuid, type Uuid } from '@tocsin/contract/scalars.ts'
import { hasTooManyValues } from '../../http/problems/validation.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { findIncident } from '../queries.ts'
import { checkEdits, editOf, isAccepted } from './change.ts'
import { rejectionOf } from './rejection.ts'

/** Patch as it was sent. It may have any shape, with ids in lower case and instants in UTC. */
interface MalformedPatch {
  incidentId: unknown
  patch: unknown
}

/**
 * Rejects a malformed patch. The rules still check the other fields, so that the caller receives all violations in one
 * response.
 * @param shapeViolations violations of the schema, at least one, with pointers that begin at the patch.
 * @throws Problem `invalid_request`, always.
 */
export async function rejectMalformedPatch(
  scope: OrganizationScope,
  { incidentId, patch }: MalformedPatch,
  shapeViolations: Violation[],
): Promise<never> {
  const malformed = malformedFields(shapeViolations)
  const isChecked = typeof incidentId === 'string' && isUuid(incidentId) && !hasTooManyValues(patch)
  const rejection = isChecked ? await findRejection(scope, incidentId, fieldsToCheck(patch, malformed)) : undefined
  const violations = [...shapeViolations, ...omitMalformed(rejection?.violations ?? [], malformed)]
  throw new Problem('invalid_request', { violations, ...rejection?.extensions })
}

/** Checks the well-formed fields of a patch. Returns the problem that rejects them; undefined if they are valid. */
async function findRejection(scope: OrganizationScope, incidentId: Uuid, patch: PatchIncident) {
  const before = await findIncident(scope, incidentId)
  if (!before) return undefined
  const [checked] = await checkEdits(scope, [editOf(before, patch)], { skipsLocked: false })
  return isAccepted(checked!) ? undefined : rejectionOf(scope, checked!)
}

/**
 * Returns the fields of a patch that the rules check: those that are not malformed. A malformed typeId or locationId
 * becomes null, because the category or the point must not be checked against the incident's old type or location.
 */
function fieldsToCheck(patch: unknown, malformed: Set<string>): PatchIncident {
  if (typeof patch !== 'object' || patch === null) return {}
  const sent = Object.entries(patch).filter(([field]) => Object.hasOwn(PatchIncident.properties, field))
  const checked = sent.filter(([field]) => !malformed.has(field) || field === 'typeId' || field === 'locationId')
  return Object.fromEntries(checked.map(([field, value]) => [field, malformed.has(field) ? null : value]))
}
