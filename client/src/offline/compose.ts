import { isSettable } from '@tocsin/contract/rules/check-field-rule.ts'
import { effectiveProfile } from '@tocsin/contract/rules/effective-profile.ts'
import type { CreateIncident, Instant, Uuid, Violation } from '../generated/resources.ts'
import { CreateComment as commentSchema } from '../generated/schemas.ts'
import type { NewComment } from '../resources/comments.ts'
import type { NewIncident } from '../resources/incidents.ts'
import type { Cached } from './cache.ts'
import { checkIncident } from './check-incident.ts'
import type { CreationEntry, QueuedValues, QueueEntry } from './entry.ts'
import { QueueError } from './queue-error.ts'
import type { Refused } from './receipt.ts'
import { checkBody } from './schema.ts'

/** Copies the input as it will be sent, without undefined members, dates as texts. Ignores later changes by the caller. */
export const asSent = <Input extends object>(input: Input): Input => JSON.parse(JSON.stringify(input))

/** incident filled in offline. It is checked and created under the cached revision. */
export type OfflineIncident = Omit<NewIncident, 'configVersion'>

/** A body to send, as the server would accept it if it were there. */
interface Composed {
  isQueued: true
  body: CreateIncident
  values: QueuedValues
}

/**
 * Makes the body of a creation: under the cached revision, and at the time at which it was made.
 * @param cached undefined: nothing was ever fetched.
 * @param incident as it will be sent.
 * @throws QueueError `not_prepared`.
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
  // Left out, the server takes the time of arrival.
  return isSettable(effectiveProfile(configuration, body.typeId), 'occurredAt')
    ? { isQueued: true, body: { ...body, occurredAt: madeAt }, values }
    : { isQueued: true, body, values: { ...values, occurredAt: null } }
}

/** Checks a comment but for its incident, which may not have an id yet. */
export const checkComment = (comment: NewComment): Violation[] =>
  checkBody(commentSchema, comment).filter(({ pointer }) => pointer !== '/relatedEntityId')

/**
 * Replaces what an entry would send.
 * @param edited as it will be sent.
 * @throws QueueError `not_editable` for a file.
 */
export function edit(
  cached: Cached | undefined,
  entry: QueueEntry,
  edited: OfflineIncident | NewComment,
): QueueEntry | Refused {
  if (entry.kind === 'file') throw new QueueError('not_editable')
  if (entry.kind === 'incident') {
    const composed = composeAgain(cached, entry, edited as OfflineIncident)
    return composed.isQueued ? { ...entry, body: composed.body, values: composed.values } : composed
  }
  const violations = checkComment(edited as NewComment)
  return violations.length > 0 ? { isQueued: false, violations } : { ...entry, comment: edited as NewComment }
}

/** Without a time that the queue wrote itself, where the form no longer lets one be sent. */
function composeAgain(
  cached: Cached | undefined,
  { id, queuedAt }: CreationEntry,
  edited: OfflineIncident,
): Composed | Refused {
  const { occurredAt, ...timeless } = edited
  const composed = composeIncident(cached, id, edited, queuedAt)
  if (composed.isQueued || occurredAt !== queuedAt) return composed
  const isTimeRefused = composed.violations.some(({ pointer }) => pointer === '/occurredAt')
  return isTimeRefused ? composeIncident(cached, id, timeless, queuedAt) : composed
}
