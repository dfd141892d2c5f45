import type { CreateIncident } from '@tocsin/contract/api/incident.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import { checkCreation } from '@tocsin/contract/rules/check-creation.ts'
import { checkCoordinates } from '@tocsin/contract/rules/check-relation.ts'
import type { IncidentValues } from '@tocsin/contract/rules/incident-values.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import {
  findGoverningRevision,
  forgetCurrentRevision,
  type EffectiveRevision,
  type GoverningRevision,
} from '../../configuration/published.ts'
import { newId } from '../../database/new-id.ts'
import { Problem } from '../../problem.ts'
import { requestDigest } from '../../request-digest.ts'
import type { OrganizationScope } from '../../scope.ts'
import { searchText } from '../search-text.ts'
import type { StoredResponse } from '../response.ts'
import { checkReferences, findCreation, type CreationCheck, type NewIncident } from './creation-queries.ts'
import type { References } from '../reference-queries.ts'
import { textLengthOf } from '../text-length.ts'
import { referenceViolations, rejectionFor } from '../violations.ts'

export interface Creation {
  id: Uuid
  response: StoredResponse
  version: number
  /** True if the request is a retry and an earlier request created the incident. */
  isReplay: boolean
}

/**
 * Creates an incident. For one clientRequestId only one incident is created, even if the request is repeated on several
 * servers.
 * @param body request body, with ids in lower case and instants in UTC.
 * @returns the created incident. For a retry, the incident that an earlier request created, with its current values.
 * @throws Problem `invalid_incident` with every violation, Problem `reference_not_found` with every missing reference,
 *   Problem `configuration_revision_too_old` or Problem `client_request_id_reused`.
 * @see docs/contract.md#2.1, docs/contract.md#4.1
 */
export async function createIncident(scope: OrganizationScope, body: CreateIncident): Promise<Creation> {
  const governing = await findGoverningRevision(scope, body.configVersion)
  const { values, references, violations } = checkRules(governing, body)

  // The statement that inserts a valid incident also checks its references, so that most creations take one round trip.
  const outcome =
    governing.configuration && values && violations.length === 0
      ? (await scope.service.incidentInserts.write(scope, toRow(scope, body, governing, values)))!
      : { response: null, ...(await checkReferences(scope, references, governing)) }
  if (outcome.isStale) {
    forgetCurrentRevision(scope)
    return createIncident(scope, body)
  }
  if (outcome.response) return { id: outcome.id, response: outcome.response, version: 1, isReplay: false }
  return replayOr(scope, body, rejectionOf(governing, violations, outcome))
}

/**
 * Checks a creation by the rules of its revision. Checks only the coordinates if the revision is unusable.
 * @returns the values to store, the references to look up, and the violations. The values are valid only if there are
 *   no violations.
 */
export function checkRules({ configuration }: GoverningRevision, body: CreateIncident) {
  if (configuration) {
    const { values, violations } = checkCreation(configuration, body, new Date().toISOString())
    return { values, references: values, violations }
  }
  const { locationId = null, pointId = null, assigneeId = null, latitude = null, longitude = null } = body
  const references: References = { locationId, pointId, assigneeId }
  return { values: undefined, references, violations: checkCoordinates({ latitude, longitude }) }
}

const toRow = (
  scope: OrganizationScope,
  body: CreateIncident,
  { configuration, isCurrent }: EffectiveRevision,
  values: IncidentValues,
): NewIncident => ({
  id: newId(),
  actorId: scope.actorId,
  keyId: scope.keyId,
  clientRequestId: body.clientRequestId,
  requestSha256: requestDigest(body),
  searchText: searchText(values.name, values.tags),
  creationConfigVersion: configuration.revision,
  underCurrentRevision: isCurrent,
  textLength: textLengthOf(values),
  values,
})

/** Returns the problem that rejects a creation and lists every violation; undefined if there is no violation. */
export function rejectionOf(
  { configuration, problem }: GoverningRevision,
  ruleViolations: Violation[],
  results: CreationCheck,
): Problem | undefined {
  const { invalid, missing } = referenceViolations(results)
  if (problem?.code === 'configuration_revision_too_old') {
    const violations = [...problem.violations, ...ruleViolations, ...invalid, ...missing]
    return new Problem(problem.code, { detail: problem.message, violations, ...problem.extensions })
  }
  return rejectionFor(
    'invalid_incident',
    { invalid: [...ruleViolations, ...invalid], missing: [...(problem?.violations ?? []), ...missing] },
    { creationConfigVersion: configuration?.revision ?? null },
  )
}

/**
 * Returns the incident that an earlier request with the same clientRequestId created. Call this function only after an
 * insert that stored nothing, so that most creations take a single round trip.
 * @param rejection problem to throw if there was no earlier request; undefined if the body has no violation.
 * @throws Problem `client_request_id_reused` if the earlier request had a different body.
 */
async function replayOr(
  scope: OrganizationScope,
  body: CreateIncident,
  rejection: Problem | undefined,
): Promise<Creation> {
  const existing = await findCreation(scope, body.clientRequestId)
  // An insert of a valid incident stores nothing only if the clientRequestId is already used.
  if (!existing) throw rejection ?? new Problem('client_request_id_reused')
  if (existing.request_sha256.toString('hex') !== requestDigest(body)) throw clientRequestIdReused(existing)
  return { id: existing.id, response: existing.response, version: existing.version, isReplay: true }
}

export const clientRequestIdReused = ({
  id,
  creation_config_version,
}: {
  id: Uuid
  creation_config_version: number
}): Problem =>
  new Problem('client_request_id_reused', {
    incidentId: id,
    creationConfigVersion: creation_config_version,
  })
