import type { CreateIncident } from '@tocsin/contract/api/incident.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import { checkCreation } from '@tocsin/contract/rules/check-creation.ts'
import { checkCoordinates } from '@tocsin/contract/rules/check-relation.ts'
import type { IncidentValues } from '@tocsin/contract/rules/incident-values.ts'
import { malformedFields, omitMalformed, pickCheckedFields } from '@tocsin/contract/rules/malformed-fields.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import {
  findGoverningRevision,
  forgetCurrentRevision,
  type EffectiveRevision,
  type GoverningRevision,
  type UnusableRevision,
} from '../../configuration/published.ts'
import { newId } from '../../database/new-id.ts'
import { hasTooManyValues } from '../../http/problems/validation.ts'
import { Problem } from '../../problem.ts'
import { requestDigest } from '../../request-digest.ts'
import type { OrganizationScope } from '../../scope.ts'
import { searchText } from '../search-text.ts'
import type { StoredResponse } from '../response.ts'
import { checkReferences, findCreation, type NewIncident } from './creation-queries.ts'
import type { References } from '../reference-queries.ts'
import { textLengthOf } from '../text-length.ts'
import { referenceViolations, rejectionFor, type Violations } from '../violations.ts'

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
 * @param body request body, with ids in lower case and instants in UTC. A malformed field may have any value.
 * @param shapeViolations violations of the schema of the body. If there are any, no incident is created. The rules
 *   still check the other fields, so that the caller receives all violations in one response.
 * @returns the created incident. For a retry, the incident that an earlier request created, with its current values.
 * @throws Problem `invalid_incident` with every violation, Problem `reference_not_found` with every missing reference,
 *   Problem `configuration_revision_too_old` or Problem `client_request_id_reused`.
 * @see docs/contract.md#2.1, docs/contract.md#4.1
 */
export async function createIncident(
  scope: OrganizationScope,
  body: CreateIncident,
  shapeViolations: Violation[] = [],
): Promise<Creation> {
  if (shapeViolations.length > 0 && hasTooManyValues(body)) {
    throw new Problem('invalid_incident', { violations: shapeViolations, creationConfigVersion: null })
  }
  const malformed = malformedFields(shapeViolations)
  const isMalformed = malformed.size > 0
  const input = isMalformed ? maskMalformed(body, malformed) : body

  const governing = malformed.has('configVersion')
    ? noRevision
    : await findGoverningRevision(scope, input.configVersion)
  const checked = governing.configuration && checkCreation(governing.configuration, input, new Date().toISOString())
  const violations = checked?.violations ?? checkCoordinates(coordinatesOf(input))

  // The statement that inserts a valid incident also checks its references, so that most creations take one round trip.
  const isValid = governing.configuration && checked && violations.length === 0 && !isMalformed
  const outcome = isValid
    ? (await scope.service.incidentInserts.write(scope, toRow(scope, input, governing, checked.values)))!
    : { response: null, ...(await checkReferences(scope, checked?.values ?? referencesOf(input), governing)) }
  if (outcome.isStale) {
    forgetCurrentRevision(scope)
    return createIncident(scope, body, shapeViolations)
  }
  if (outcome.response) return { id: outcome.id, response: outcome.response, version: 1, isReplay: false }

  const found = referenceViolations(outcome)
  const ruleRejection = rejectionOf(governing, { ...found, invalid: [...violations, ...found.invalid] })
  const rejection = isMalformed
    ? withShapeViolations(ruleRejection, governing, malformed, shapeViolations)
    : ruleRejection
  return replayOr(scope, input, rejection, { isMalformed })
}

/**
 * Returns the fields that the rules check, with null for each malformed field. Replaces a malformed clientRequestId by
 * a new id, which no earlier creation has used.
 */
const maskMalformed = (body: unknown, malformed: Set<string>): CreateIncident => ({
  ...pickCheckedFields(body, malformed),
  ...(malformed.has('clientRequestId') && { clientRequestId: newId() }),
})

/** Takes the place of a revision if the configVersion is malformed, so that no revision can be looked up. */
const noRevision: UnusableRevision = { configuration: undefined, isCurrent: false, problem: undefined }

const coordinatesOf = ({ latitude, longitude }: CreateIncident) => ({
  latitude: latitude ?? null,
  longitude: longitude ?? null,
})

const referencesOf = ({ locationId, pointId, assigneeId }: CreateIncident): References => ({
  locationId: locationId ?? null,
  pointId: pointId ?? null,
  assigneeId: assigneeId ?? null,
})

const toRow = (
  scope: OrganizationScope,
  input: CreateIncident,
  { configuration, isCurrent }: EffectiveRevision,
  values: IncidentValues,
): NewIncident => ({
  id: newId(),
  actorId: scope.actorId,
  keyId: scope.keyId,
  clientRequestId: input.clientRequestId,
  requestSha256: requestDigest(input),
  searchText: searchText(values.name, values.tags),
  creationConfigVersion: configuration.revision,
  underCurrentRevision: isCurrent,
  textLength: textLengthOf(values),
  values,
})

/**
 * Returns the problem that explains why an incident was not created. If there is no violation, the reason is that an
 * earlier request used the clientRequestId.
 */
function rejectionOf({ configuration, problem }: GoverningRevision, { invalid, missing }: Violations): Problem {
  if (problem?.code === 'configuration_revision_too_old') {
    const violations = [...problem.violations, ...invalid, ...missing]
    return new Problem(problem.code, { detail: problem.message, violations, ...problem.extensions })
  }
  return (
    rejectionFor(
      'invalid_incident',
      { invalid, missing: [...(problem?.violations ?? []), ...missing] },
      { creationConfigVersion: configuration?.revision ?? null },
    ) ?? new Problem('client_request_id_reused')
  )
}

/**
 * Adds the violations of the schema in front of the violations of the rules. Omits rule violations in malformed fields,
 * because the schema's violations already report these fields.
 */
const withShapeViolations = (
  { violations }: Problem,
  { configuration }: GoverningRevision,
  malformed: Set<string>,
  shapeViolations: Violation[],
): Problem =>
  new Problem('invalid_incident', {
    violations: [...shapeViolations, ...omitMalformed(violations, malformed)],
    creationConfigVersion: configuration?.revision ?? null,
  })

/**
 * Returns the incident that an earlier request with the same clientRequestId created. Call this function only after an
 * insert that stored nothing, so that most creations take a single round trip.
 * @param rejection problem to throw if there was no earlier request.
 * @throws Problem `client_request_id_reused` if the earlier request had a different body.
 */
async function replayOr(
  scope: OrganizationScope,
  input: CreateIncident,
  rejection: Problem,
  { isMalformed }: { isMalformed: boolean },
): Promise<Creation> {
  const existing = await findCreation(scope, input.clientRequestId)
  if (!existing) throw rejection
  const { id: incidentId, creation_config_version: creationConfigVersion, request_sha256: digest } = existing
  // Reject every malformed body, because no malformed body has created an incident. Do not rely on its digest: null has
  // replaced the malformed values, so the digest may equal that of a valid body.
  if (isMalformed || digest.toString('hex') !== requestDigest(input)) {
    throw new Problem('client_request_id_reused', { incidentId, creationConfigVersion })
  }
  return { id: incidentId, response: existing.response, version: existing.version, isReplay: true }
}
