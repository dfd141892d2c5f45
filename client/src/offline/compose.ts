import { isSettable } from '@tocsin/contract/rules/check-field-rule.ts'
import { effectiveProfile } from '@tocsin/contract/rules/effective-profile.ts'
import type { CreateIncident, Instant, PatchIncident, Uuid, Violation } from '../generated/resources.ts'
import { CreateComment as commentSchema, PatchIncident as patchSchema } from '../generated/schemas.ts'
import type { NewComment } from '../resources/comments.ts'
import type { NewIncident } from '../resources/incidents.ts'
import type { Cached } from './cache.ts'
import { checkIncident } from './rules/check-incident.ts'
import type { CreationEntry, QueuedValues, QueueEntry } from './entry.ts'
import { QueueError } from './queue-error.ts'
import type { Refused } from './receipt.ts'
import { checkBody } from './rules/schema.ts'

/**
 * Copies the input, so that later changes by the caller have no effect. Like JSON, the copy has no undefined members,
 * and its dates are strings.
 */
export const asSent = <Input extends object>(input: Input): Input => JSON.parse(JSON.stringify(input))

/**
 * Values of an incident to queue. The queue checks and creates the incident under the cached revision of the
 * configuration.
 */
export type OfflineIncident = Omit<NewIncident, 'configVersion'>

/** A creation that violates no rule, with the body to send. */
interface Composed {
  isQueued: true
  body: CreateIncident
  values: QueuedValues
}

/**
 * Makes the body of a creation, with the cached revision and the time at which the creation was queued.
 * @param cached reference data; undefined if none was ever fetched.
 * @param incident the output of `asSent`.
 * @returns the body, or the violations of the rules.
 * @throws QueueError `not_prepared` without reference data.
 */
export function composeIncident(
  cached: Cached | undefined,
  clientRequestId: Uuid,
  incident: OfflineIncident,
  madeAt: Instant,
): Composed | Refused {
  if (!cached) throw new QueueError('not_prepared')
  const { configuration } = cached
  const input = { ...incident, clientRequestId, configVersion: configuration.revision }
  const { body, values, violations } = checkIncident({ configuration, references: cached }, input, madeAt)
  if (violations.length > 0) return { isQueued: false, violations }
  if (body.occurredAt || values.occurredAt !== madeAt) return { isQueued: true, body, values }
  // Send the time of queueing if the profile allows that. Otherwise the server stores the time of arrival, which is not
  // known yet.
  return isSettable(effectiveProfile(configuration, body.typeId), 'occurredAt')
    ? { isQueued: true, body: { ...body, occurredAt: madeAt }, values }
    : { isQueued: true, body, values: { ...values, occurredAt: null } }
}

/** Checks a comment without the id of its incident, because the server may not have created the incident yet. */
export const checkComment = (comment: NewComment): Violation[] =>
  checkBody(commentSchema, comment).filter(({ pointer }) => pointer !== '/relatedEntityId')

/** Checks the shape of a change. The server checks the rules, because only the server knows the current incident. */
export const checkPatch = (patch: PatchIncident): Violation[] => checkBody(patchSchema, patch)

/**
 * Replaces the content of an entry.
 * @param edited the output of `asSent`.
 * @returns the changed entry, or the violations of the rules.
 * @throws QueueError `not_editable` for the entry of a file.
 */
export function edit(
  cached: Cached | undefined,
  entry: QueueEntry,
  edited: OfflineIncident | NewComment | PatchIncident,
): QueueEntry | Refused {
  if (entry.kind === 'file') throw new QueueError('not_editable')
  if (entry.kind === 'incident') {
    const composed = composeAgain(cached, entry, edited as OfflineIncident)
    return composed.isQueued ? { ...entry, body: composed.body, values: composed.values } : composed
  }
  const violations = entry.kind === 'change' ? checkPatch(edited as PatchIncident) : checkComment(edited as NewComment)
  if (violations.length > 0) return { isQueued: false, violations }
  return entry.kind === 'change'
    ? { ...entry, patch: edited as PatchIncident }
    : { ...entry, comment: edited as NewComment }
}

/**
 * Makes the body of an edited creation. Omits an `occurredAt` that the queue had added, if the profile now forbids the
 * field.
 */
function composeAgain(
  cached: Cached | undefined,
  { id, queuedAt }: CreationEntry,
  edited: OfflineIncident,
): Composed | Refused {
  const { occurredAt, ...timeless } = edited
  const composed = composeIncident(cached, id, edited, queuedAt)
  if (composed.isQueued || occurredAt !== queuedAt) return composed
  const isTimeRejected = composed.violations.some(({ pointer }) => pointer === '/occurredAt')
  return isTimeRejected ? composeIncident(cached, id, timeless, queuedAt) : composed
}
