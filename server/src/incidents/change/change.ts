import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { PatchIncident } from '@tocsin/contract/api/incident-change.ts'
import { incidentChanged } from '@tocsin/contract/events/incident-events.ts'
import { checkEdit } from '@tocsin/contract/rules/check-edit.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { addComment } from '../../comments/add.ts'
import { currentConfiguration } from '../../configuration/published.ts'
import { newId } from '../../database/new-id.ts'
import type { GroupedItem } from '../../database/throughput/group-commit.ts'
import { changesBetween } from '../../events/changes-between.ts'
import { recordEvent } from '../../events/record.ts'
import { claimEach } from '../../http/idempotency/claim-each.ts'
import { writeOnce, type KeyedRequest, type Outcome } from '../../http/idempotency/write-once.ts'
import { matchesVersion, type IfMatch } from '../../http/responses/if-match.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { lockEvenDeleted, lockIncident, readEvenDeleted } from '../queries.ts'
import { textLengthOf } from '../text-length.ts'
import { checkReferencesAndTransitions, lockFreeIncidents, updateIncidents } from './change-queries.ts'
import {
  allFine,
  allowUnchanged,
  hasChanges,
  needsCheck,
  referencesOf,
  type CheckedEdit,
  type PendingEdit,
} from './pending-edit.ts'
import { rejectionOf } from './rejection.ts'
import { requireVersion } from './require-version.ts'

export interface ChangeOptions {
  /** Versions of the incident to which the change may be applied. If absent, the change applies to any version. */
  ifMatch?: IfMatch | undefined
  /** True if the patch comes from the external API. A comment in the patch then counts as made through the API. */
  madeThroughApi?: boolean
}

export interface ChangeRequest extends ChangeOptions {
  incidentId: Uuid
  patch: PatchIncident
  /** Idempotency-Key of the request; undefined if it has none. */
  keyed: KeyedRequest | undefined
}

/**
 * Makes the change of one request, at most once for each Idempotency-Key. Requests of an organization that arrive while
 * another change is in progress share one transaction. This transaction skips some requests, such as retries and
 * rejected changes. A skipped request then runs in its own transaction, which finds the reason.
 * @returns the incident after the change.
 * @throws the problems of `changeIncident` and Problem `idempotency_key_reused`.
 */
export async function changeIncidentOnce(
  scope: OrganizationScope,
  { incidentId, patch, keyed, ...options }: ChangeRequest,
): Promise<Outcome<IncidentResponse>> {
  const isShareable = patch.comment === undefined && !scope.service.isDistributed
  const shared = { id: newId(), scope, incidentId, patch, keyed, ...options, textLength: textLengthOf(patch) }
  const changed = isShareable ? await scope.service.incidentChanges.write(scope, shared) : undefined
  if (changed) return { result: changed.incident, isReplay: false }
  return writeOnce(scope, keyed, {
    lock: (inner) => lockEvenDeleted(inner, incidentId),
    run: (inner) => changeIncident(inner, incidentId, patch, options),
    replay: (inner) => readEvenDeleted(inner, incidentId),
  })
}

/** Request that shares a transaction with other requests of its organization. */
export interface SharedChange extends ChangeRequest, GroupedItem {
  /** Scope of the request, with its user and its API key. */
  scope: OrganizationScope
}

export interface ChangedIncident {
  /** Id of the `SharedChange` that changed the incident. */
  id: Uuid
  incident: IncidentResponse
}

/** Maximum length, in characters, of the texts of one transaction. Events with longer texts take too long to write. */
const textLengthMaximum = 4 * 1024 * 1024

/**
 * Changes several incidents in one transaction, with as many round trips as a single change takes. Does not wait for
 * locked incidents or transitions, so that no request delays the others. Skips a request in these cases:
 * - Its change is rejected, or its Idempotency-Key was used before.
 * - Its incident is missing, is locked by another transaction, or was changed by an earlier request of `items`.
 * - The texts up to this request exceed `textLengthMaximum`.
 */
export function changeTogether(scope: OrganizationScope, items: SharedChange[]): Promise<ChangedIncident[]> {
  return scope.transaction(async (inner) => {
    const locked = await lockFreeIncidents(
      inner,
      items.map(({ incidentId }) => incidentId),
    )
    const edits: (PendingEdit & SharedChange)[] = []
    let textLength = 0
    for (const item of items) {
      const before = locked.get(item.incidentId)
      if (!before || !matchesVersion(item.ifMatch, before.version)) continue
      textLength += textLengthOf(before) + item.textLength
      if (textLength > textLengthMaximum) break
      edits.push({ ...editOf(before, item.patch), ...item })
      // Skip later items for the same incident, because their checks would not see the values that this item stores.
      locked.delete(item.incidentId)
    }
    const accepted = (await checkEdits(inner, edits, { skipsLocked: true })).filter(isAccepted)
    const claimed = await claimEach(inner, accepted)
    const incidents = await storeEdits(inner, claimed)
    return claimed.map(({ id }, index) => ({ id, incident: incidents[index]! }))
  })
}

/**
 * Changes one incident in one transaction: locks it, compares it with the patch, checks the changed values, stores them
 * and records the event. If no value differs, the version stays the same and no event is recorded, but a comment in the
 * patch is still added.
 * @returns the incident after the change.
 * @throws Problem `incident_not_found`, `incident_changed`, `transition_not_allowed`, `invalid_request` or
 *   `reference_not_found`.
 */
export function changeIncident(
  scope: OrganizationScope,
  id: Uuid,
  { comment, ...patch }: PatchIncident,
  { ifMatch, madeThroughApi = false }: ChangeOptions = {},
): Promise<IncidentResponse> {
  return scope.transaction(async (inner) => {
    const before = await lockIncident(inner, id)
    if (!before) throw new Problem('incident_not_found')
    await requireVersion(inner, before, ifMatch)
    const [checked] = await checkEdits(inner, [{ ...editOf(before, patch), scope }], { skipsLocked: false })
    if (!isAccepted(checked!)) throw await rejectionOf(inner, checked!)
    const [stored] = await storeEdits(inner, [checked!])
    if (comment !== undefined) await addComment(inner, { relatedEntityId: id, message: comment }, { madeThroughApi })
    return stored!
  })
}

/** Applies a patch to an incident, without storing the result. */
export function editOf(before: IncidentResponse, patch: Omit<PatchIncident, 'comment'>): PendingEdit {
  const after = { ...before, ...patch, tags: patch.tags === undefined ? before.tags : (patch.tags ?? []) }
  return { before, after, changes: changesBetween(before, after) }
}

/**
 * Checks the changed values of edits, their transitions to other workflow states, and their references to locations,
 * points and users. Changed values must satisfy the rules of the current configuration.
 */
export async function checkEdits<Each extends PendingEdit>(
  scope: OrganizationScope,
  edits: Each[],
  options: { skipsLocked: boolean },
): Promise<(Each & CheckedEdit)[]> {
  const configuration = edits.some(isRuled) ? await currentConfiguration(scope) : undefined
  const references = edits.map(referencesOf)
  const results = references.some(needsCheck) ? await checkReferencesAndTransitions(scope, references, options) : []
  return edits.map((edit, index) => ({
    ...edit,
    violations: configuration && isRuled(edit) ? checkEdit(configuration, edit.before, edit.after) : [],
    results: allowUnchanged(results[index] ?? allFine, edit),
  }))
}

/** Fields that the rules of a profile do not restrict when an incident is changed. */
const unruled = new Set(['stateId', 'assigneeId', 'priority'])
const isRuled = ({ changes }: PendingEdit): boolean => Object.keys(changes ?? {}).some((field) => !unruled.has(field))

export const isAccepted = ({ violations, results }: CheckedEdit): boolean =>
  violations.length === 0 && Object.values(results).every((result) => result === 'fine')

/**
 * Stores edits in the transaction of `inner`, and records an event for each incident that has changed. The event gets
 * the user and the API key from the scope of the edit.
 * @returns the incidents after the edits, in the order of the edits.
 */
async function storeEdits(
  inner: OrganizationScope,
  edits: (PendingEdit & Pick<SharedChange, 'scope'>)[],
): Promise<IncidentResponse[]> {
  const changing = edits.filter(hasChanges)
  const stored = await updateIncidents(inner, changing)
  for (const [index, { scope, changes }] of changing.entries()) {
    const { id: incidentId, version } = stored[index]!
    await recordEvent(scope.within(inner), incidentChanged({ incidentId, changes, version }))
  }
  const byId = new Map(stored.map((incident) => [incident.id, incident]))
  return edits.map(({ before }) => byId.get(before.id) ?? before)
}
