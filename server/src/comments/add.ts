import type { Comment, CreateComment } from '@tocsin/contract/api/comment.ts'
import { newId } from '../database/new-id.ts'
import { Problem, violationAt } from '../problem.ts'
import { requestDigest } from '../request-digest.ts'
import type { OrganizationScope } from '../scope.ts'
import { findAddition } from './queries.ts'

export interface AddOptions {
  /** True for the external API, which can change only comments that were made through it. */
  madeThroughApi: boolean
  /** Makes retries safe: one comment per key. Without a key, every call adds a comment. */
  idempotencyKey?: string | undefined
}

export interface Addition {
  comment: Comment
  /** True when the call was a retry and the comment existed already. */
  isReplay: boolean
}

/**
 * Adds a comment to an incident. Retries with the same Idempotency-Key add nothing, also on another server. The author
 * is the scope's actor.
 * @returns the committed comment. A retry returns its current content, or its last content if it has been deleted.
 * @throws Problem `incident_not_found` or `idempotency_key_reused`.
 * @see docs/contract.md#4.4
 */
export async function addComment(
  scope: OrganizationScope,
  body: CreateComment,
  { madeThroughApi, idempotencyKey }: AddOptions,
): Promise<Addition> {
  const requestSha256 = requestDigest(body)
  const comment = await scope.service.commentInserts.insert(scope, {
    ...body,
    id: newId(),
    actorId: scope.actorId,
    madeThroughApi,
    idempotencyKey,
    requestSha256,
    textLength: body.externalId?.length ?? 0,
  })
  if (comment) return { comment, isReplay: false }
  return replayOrReject(scope, requestSha256, idempotencyKey)
}

/**
 * Looks a replay up after an insert that stored nothing. Runs only then, so that the common path stays one round trip.
 * @param requestSha256 digest of the rejected request.
 * @returns the earlier comment, if the request was a retry.
 * @throws Problem `incident_not_found` or `idempotency_key_reused`.
 */
export async function replayOrReject(
  scope: OrganizationScope,
  requestSha256: string,
  idempotencyKey: string | undefined,
): Promise<Addition> {
  const existing = idempotencyKey === undefined ? undefined : await findAddition(scope, idempotencyKey)
  if (!existing) {
    throw new Problem('incident_not_found', { violations: [violationAt('/relatedEntityId', 'incident_not_found')] })
  }
  const { requestSha256: digest, ...comment } = existing
  if (digest?.toString('hex') !== requestSha256) throw keyReused(comment)
  return { comment, isReplay: true }
}

/**
 * Rejects an Idempotency-Key that is in use already. For malformed bodies, which cannot be retries.
 * @throws Problem `idempotency_key_reused`.
 */
export async function rejectReusedKey(scope: OrganizationScope, idempotencyKey: string): Promise<void> {
  const existing = await findAddition(scope, idempotencyKey)
  if (existing) throw keyReused(existing)
}

const keyReused = ({ id }: Pick<Comment, 'id'>): Problem => new Problem('idempotency_key_reused', { commentId: id })
