import { omitMalformed, pickCheckedFields, malformedFields } from '@tocsin/contract/rules/malformed-fields.ts'
import { normalizeCreation } from '@tocsin/contract/rules/normalize-creation.ts'
import type { CreateIncident } from '@tocsin/contract/api/incident.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import { newId } from '../../database/new-id.ts'
import { hasTooManyValues } from '../../http/problems/validation.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { clientRequestIdReused } from './create.ts'
import { referenceViolations } from './violations.ts'
import { judge, checkUnderAnyRevision } from './check.ts'
import { findCreation } from '../queries.ts'
import { checkReferences } from './reference-queries.ts'

/**
 * Refuses a body whose shape is wrong, and judges the well-formed rest of it all the same, so that the caller hears of
 * every violation at once.
 * @param body whatever was sent.
 * @param shapeViolations what the schema found, at least one.
 * @throws Problem always: `invalid_incident`, or `client_request_id_reused` where an Incident has the clientRequestId.
 */
export async function rejectMalformed(
  scope: OrganizationScope,
  body: unknown,
  shapeViolations: Violation[],
): Promise<never> {
  if (hasTooManyValues(body)) {
    throw new Problem('invalid_incident', { violations: shapeViolations, creationConfigVersion: null })
  }
  const malformed = malformedFields(shapeViolations)
  // Nobody has a new clientRequestId.
  const input = normalizeCreation({
    ...pickCheckedFields(body, malformed),
    ...(malformed.has('clientRequestId') && { clientRequestId: newId() }),
  })
  const existing = await findCreation(scope, input.clientRequestId)
  if (existing) throw clientRequestIdReused(existing)
  const judged = await judgeRest(scope, input, malformed)
  const violations = [...shapeViolations, ...omitMalformed(judged.violations, malformed)]
  throw new Problem('invalid_incident', { violations, creationConfigVersion: judged.revision })
}

async function judgeRest(
  scope: OrganizationScope,
  input: CreateIncident,
  malformed: Set<string>,
): Promise<{ violations: Violation[]; revision: number | null }> {
  if (malformed.has('configVersion')) {
    const { broken, missing } = await checkUnderAnyRevision(scope, input)
    return { violations: [...broken, ...missing], revision: null }
  }
  try {
    const { effective, violations, outcome } = await judge(scope, input, (judgement) =>
      checkReferences(scope, judgement.values, judgement.effective),
    )
    const { broken, missing } = referenceViolations(outcome)
    return { violations: [...violations, ...broken, ...missing], revision: effective.configuration.revision }
  } catch (error) {
    if (error instanceof Problem) return { violations: error.violations, revision: null }
    throw error
  }
}
