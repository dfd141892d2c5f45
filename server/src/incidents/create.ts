import type { IncidentValues } from '@tocsin/contract/creation/check-creation.ts'
import { normalizeCreation } from '@tocsin/contract/creation/normalize-creation.ts'
import type { CreateIncident } from '@tocsin/contract/incident.ts'
import { v7 as uuidv7 } from 'uuid'
import { forgetCurrentRevision, type EffectiveRevision } from '../configuration/effective.ts'
import { SharedWrites } from '../database/shared-writes.ts'
import { Problem } from '../problem.ts'
import { requestDigest } from '../request-digest.ts'
import type { OrganizationScope } from '../scope.ts'
import { referenceFaults, refusal } from './faults.ts'
import { insertIncidents, type InsertedRow, type NewIncident } from './insert-queries.ts'
import { judgeByRules } from './judge.ts'
import { findCreation, type StoredCreation } from './queries.ts'
import { checkReferences } from './reference-queries.ts'
import type { StoredResponse } from './response.ts'
import { searchText } from './search-text.ts'

export interface Creation {
  response: StoredResponse
  /** The Incident existed already: this was a retry. */
  isReplay: boolean
}

const sharedInserts = new SharedWrites(insertIncidents, ({ values }) => lengthOf(values))

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
  const { effective, values, violations } = await judgeByRules(scope, input)
  const outcome =
    violations.length === 0
      ? await store(scope, toRow(scope, effective, input, values))
      : { response: null, ...(await checkReferences(scope, values, effective)) }
  if (outcome.response) return { response: outcome.response, isReplay: false }
  if (outcome.isStale) {
    forgetCurrentRevision(scope)
    return attempt(scope, input)
  }
  const { broken, missing } = referenceFaults(outcome)
  const { revision } = effective.configuration
  const refused = refusal(
    'invalid_incident',
    { broken: [...violations, ...broken], missing },
    { creationConfigVersion: revision },
  )
  // Nothing is wrong with it: what it was not stored for is its clientRequestId, which is taken.
  throw refused ?? new Problem('client_request_id_reused')
}

/** Of what has no maximum but that of a body. */
const lengthOf = ({ description, externalId, tags }: IncidentValues): number =>
  (description?.length ?? 0) + (externalId?.length ?? 0) + tags.reduce((sum, tag) => sum + tag.length, 0)

/** Stores what the rules have let through. @returns what became of it; `insertIncidents` reports on each. */
const store = async (scope: OrganizationScope, creation: NewIncident): Promise<InsertedRow> =>
  (await sharedInserts.write(scope, creation))!

/** What the rules made of the input, with the identifiers that the server gives it. */
const toRow = (
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
