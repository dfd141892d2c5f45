import { checkCreation } from '@tocsin/contract/creation/check-creation.ts'
import { checkRelation } from '@tocsin/contract/creation/check-relation.ts'
import type { IncidentValues } from '@tocsin/contract/creation/incident-values.ts'
import { normalizeCreation } from '@tocsin/contract/creation/normalize-creation.ts'
import type { CreateIncident } from '@tocsin/contract/incident.ts'
import type { Violation } from '@tocsin/contract/problem.ts'
import { v7 as uuidv7 } from 'uuid'
import { effectiveConfiguration, forgetCurrentRevision, type EffectiveRevision } from '../configuration/effective.ts'
import { SharedWrites } from '../database/shared-writes.ts'
import { Problem } from '../problem.ts'
import { requestDigest } from '../request-digest.ts'
import type { OrganizationScope } from '../scope.ts'
import { checkReferences, insertIncidents, type NewIncident } from './insert-queries.ts'
import { findCreation, type StoredCreation } from './queries.ts'
import { referenceViolations, type ReferenceViolations } from './reference-violations.ts'
import type { StoredResponse } from './response.ts'
import { searchText } from './search-text.ts'

export interface Creation {
  response: StoredResponse
  /** The Incident existed already: this was a retry. */
  isReplay: boolean
}

const sharedInserts = new SharedWrites(insertIncidents)

/**
 * Creates an Incident, once per clientRequestId however often and wherever it is called.
 * @returns the Incident, committed; on a retry, as it now stands.
 * @throws Problem `invalid_incident` with every violation, `reference_not_found` with every missing reference,
 *   `client_request_id_reused`, or what `effectiveConfiguration` throws.
 * @see specification 2.1 and 4.1
 */
export async function createIncident(scope: OrganizationScope, body: CreateIncident): Promise<Creation> {
  const input = normalizeCreation(body)
  try {
    return await attempt(scope, input)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return replayOr(scope, input, error)
  }
}

async function attempt(scope: OrganizationScope, input: CreateIncident): Promise<Creation> {
  const effective = await governingRevision(scope, input)
  const { values, violations } = checkCreation(effective.configuration, input, new Date().toISOString())
  const creation = prepareCreation(scope, effective, input, values)
  const stored = violations.length === 0 ? await sharedInserts.write(scope, creation) : undefined
  if (stored?.response) return { response: stored.response, isReplay: false }

  const check = stored ?? (await checkReferences(scope, creation))
  if (check.isStale) {
    forgetCurrentRevision(scope)
    return attempt(scope, input)
  }
  throw refusal(effective.configuration.revision, violations, referenceViolations(check))
}

/** The revision that the input names. When there is none, what is wrong under every revision is told with it. */
export async function governingRevision(scope: OrganizationScope, input: CreateIncident): Promise<EffectiveRevision> {
  try {
    return await effectiveConfiguration(scope, input.configVersion)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'reference_not_found') throw error
    const { broken, missing } = await judgeUnderAnyRevision(scope, input)
    throw refusal(null, [], { broken, missing: [...error.violations, ...missing] })
  }
}

/** What is wrong with an input whichever revision governs it. */
export async function judgeUnderAnyRevision(
  scope: OrganizationScope,
  input: CreateIncident,
): Promise<ReferenceViolations> {
  const { configuration } = await effectiveConfiguration(scope, undefined)
  const { locationId = null, pointId = null, assigneeId = null, latitude = null, longitude = null } = input
  const { values } = checkCreation(configuration, input, new Date().toISOString())
  const sent = { ...values, locationId, pointId, assigneeId, latitude, longitude }
  const incomplete = (['latitude', 'longitude'] as const).flatMap((field) =>
    checkRelation(field, { configuration, filled: sent, breaksRule: () => false }),
  )
  // Under an older revision what is archived may still be used.
  const creation = prepareCreation(scope, { configuration, isCurrent: false }, input, sent)
  const { broken, missing } = referenceViolations(await checkReferences(scope, creation))
  return { broken: [...incomplete, ...broken], missing }
}

/** The row to store: what the rules made of the input, with the identifiers that the server gives it. */
export const prepareCreation = (
  scope: OrganizationScope,
  { configuration, isCurrent }: EffectiveRevision,
  input: CreateIncident,
  values: IncidentValues,
): NewIncident => ({
  id: uuidv7(),
  eventId: uuidv7(),
  actorId: scope.actorId,
  clientRequestId: input.clientRequestId,
  requestSha256: requestDigest(input),
  searchText: searchText(values.name, values.tags),
  creationConfigVersion: configuration.revision,
  underCurrentRevision: isCurrent,
  values,
})

/** What breaks a rule outweighs what does not exist, and both are told. No fault at all: the clientRequestId is taken. */
function refusal(
  creationConfigVersion: number | null,
  ruleViolations: Violation[],
  { broken, missing }: ReferenceViolations,
): Problem {
  const violations = [...ruleViolations, ...broken, ...missing]
  if (ruleViolations.length > 0 || broken.length > 0) {
    return new Problem('invalid_incident', { violations, creationConfigVersion })
  }
  if (missing.length > 0) return new Problem('reference_not_found', { violations, creationConfigVersion })
  return new Problem('client_request_id_reused')
}

/** A retry is looked for only after a refusal: the common path stays one round trip. */
async function replayOr(scope: OrganizationScope, input: CreateIncident, refused: Problem): Promise<Creation> {
  const existing = await findCreation(scope, input.clientRequestId)
  if (!existing) throw refused
  if (existing.request_sha256.toString('hex') !== requestDigest(input)) throw reuse(existing)
  return { response: existing.response, isReplay: true }
}

/** What is told of an id that an Incident with another body was created with. */
export const reuse = ({ id, creation_config_version }: StoredCreation): Problem =>
  new Problem('client_request_id_reused', { incidentId: id, creationConfigVersion: creation_config_version })
