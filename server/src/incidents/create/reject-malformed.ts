import type { CreateIncident } from '@tocsin/contract/api/incident.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import { creationFields } from '@tocsin/contract/rules/malformed-fields.ts'
import { findGoverningRevision, forgetCurrentRevision, type UnusableRevision } from '../../configuration/published.ts'
import { rejectMalformed, type RuleViolations } from '../../http/problems/reject-malformed.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { checkRules, clientRequestIdReused, rejectionOf } from './create.ts'
import { checkReferences, findCreation } from './creation-queries.ts'

/**
 * Rejects a malformed creation, and lists the violations of its schema and of the rules.
 * @param body body as it was sent, with ids in lower case and instants in UTC. It may have any shape.
 * @param violations violations of the schema, at least one.
 * @throws Problem `invalid_incident`. Problem `client_request_id_reused` if an incident has this clientRequestId: a
 *   malformed body cannot be a retry of its creation.
 */
export const rejectMalformedCreation = (
  scope: OrganizationScope,
  body: unknown,
  violations: Violation[],
): Promise<never> =>
  rejectMalformed<CreateIncident>(
    new Problem('invalid_incident', { violations, creationConfigVersion: null }),
    body,
    creationFields,
    (sent, malformed) => checkSent(scope, sent, malformed),
  )

async function checkSent(
  scope: OrganizationScope,
  sent: CreateIncident,
  malformed: Set<string>,
): Promise<RuleViolations> {
  const { clientRequestId, configVersion } = sent
  const existing = typeof clientRequestId === 'string' ? await findCreation(scope, clientRequestId) : undefined
  if (existing) throw clientRequestIdReused(existing)
  const governing = malformed.has('configVersion') ? noRevision : await findGoverningRevision(scope, configVersion)
  const { references, violations } = checkRules(governing, sent)
  const results = await checkReferences(scope, references, governing)
  if (results.isStale) {
    forgetCurrentRevision(scope)
    return checkSent(scope, sent, malformed)
  }
  return {
    violations: rejectionOf(governing, violations, results)?.violations ?? [],
    extensions: { creationConfigVersion: governing.configuration?.revision ?? null },
  }
}

/** Placeholder for the revision if the configVersion is malformed. */
const noRevision: UnusableRevision = { configuration: undefined, isCurrent: false, problem: undefined }
