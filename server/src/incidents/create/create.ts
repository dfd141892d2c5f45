import type { IncidentValues } from '@tocsin/contract/rules/check-creation.ts'
import { normalizeCreation } from '@tocsin/contract/rules/normalize-creation.ts'
import type { CreateIncident } from '@tocsin/contract/api/incident.ts'
import { newId } from '../../database/new-id.ts'
import { GroupCommit } from '../../database/throughput/group-commit.ts'
import { Problem } from '../../problem.ts'
import { requestDigest } from '../../request-digest.ts'
import type { OrganizationScope } from '../../scope.ts'
import { referenceViolations, refusal } from './violations.ts'
import { insertIncidents, type NewIncident } from './insert-queries.ts'
import { judge, type Check } from './check.ts'
import { findCreation, type StoredCreation } from '../queries.ts'
import { checkReferences, type ReferenceCheck } from './reference-queries.ts'
import type { StoredResponse } from '../response.ts'
import { searchText } from '../list/search-text.ts'

export interface Creation {
  response: StoredResponse
  /** The Incident existed already: this was a retry. */
  isReplay: boolean
}

const sharedInserts = new GroupCommit(insertIncidents, ({ values }) => lengthOf(values))

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
  const { effective, violations, outcome } = await judge(scope, input, (judgement) => settle(scope, input, judgement))
  if (outcome.response) return { response: outcome.response, isReplay: false }
  const { broken, missing } = referenceViolations(outcome)
  const { revision } = effective.configuration
  const refused = refusal(
    'invalid_incident',
    { broken: [...violations, ...broken], missing },
    { creationConfigVersion: revision },
  )
  // Nothing is wrong with it, and it was not stored: its clientRequestId is taken.
  throw refused ?? new Problem('client_request_id_reused')
}

/** Of what has no maximum but that of a body. */
const lengthOf = ({ description, externalId, tags }: IncidentValues): number =>
  (description?.length ?? 0) + (externalId?.length ?? 0) + tags.reduce((sum, tag) => sum + tag.length, 0)

/** Stores what the rules have let through; of what they have not, looks up the references all the same. */
async function settle(
  scope: OrganizationScope,
  input: CreateIncident,
  judgement: Check,
): Promise<ReferenceCheck & { response: StoredResponse | null }> {
  const { effective, values, violations } = judgement
  if (violations.length > 0) return { response: null, ...(await checkReferences(scope, values, effective)) }
  // `insertIncidents` reports on each.
  return (await sharedInserts.insert(scope, toRow(scope, input, judgement)))!
}

/** What the rules made of the input, with the identifiers that the server gives it. */
const toRow = (
  scope: OrganizationScope,
  input: CreateIncident,
  { effective: { configuration, isCurrent }, values }: Check,
): NewIncident => ({
  id: newId(),
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
  if (existing.request_sha256.toString('hex') !== requestDigest(input)) throw clientRequestIdReused(existing)
  return { response: existing.response, isReplay: true }
}

/** An Incident was created with the clientRequestId, and with another body. */
export const clientRequestIdReused = ({ id, creation_config_version }: StoredCreation): Problem =>
  new Problem('client_request_id_reused', { incidentId: id, creationConfigVersion: creation_config_version })
