import type { Comment, CreateComment } from '@tocsin/contract/api/comment.ts'
import { newId } from '../database/new-id.ts'
import { findCreation } from '../http/idempotency/create-once.ts'
import { keyReused } from '../http/idempotency/key-reused.ts'
import { Problem, violationAt } from '../problem.ts'
import { requestDigest } from '../request-digest.ts'
import type { OrganizationScope } from '../scope.ts'
import { creationOperation, readEvenDeleted } from './queries.ts'

export interface AddOptions {
  /** True for a comment that is added through the external API. The API can change and delete only these comments. */
  madeThroughApi: boolean
  /**
   * Makes retries safe: calls with the same Idempotency-Key add only one comment. Without this key, every call adds a
   * comment.
   */
  idempotencyKey?: string | undefined
}

export interface Addition {
  comment: Comment
  /** True if the call was a retry of a request that had already added the comment. */
  isReplay: boolean
}

/**
 * Adds a comment to an incident. The author is the user who acts in the scope. A retry with the same Idempotency-Key
 * adds nothing, even if another server handles the retry.
 * @returns the committed comment. A retry returns the current content of the comment, or its last content if it was
 *   deleted.
 * @throws Problem `incident_not_found` or `idempotency_key_reused`.
 * @see docs/contract.md#4.4
 */
export async function addComment(
  scope: OrganizationScope,
  body: CreateComment,
  { madeThroughApi, idempotencyKey }: AddOptions,
): Promise<Addition> {
  const requestSha256 = requestDigest(body)
  const comment = await scope.service.commentInserts.write(scope, {
    ...body,
    id: newId(),
    actorId: scope.actorId,
    keyId: scope.keyId,
    madeThroughApi,
    idempotencyKey,
    requestSha256,
    textLength: body.externalId?.length ?? 0,
  })
  if (comment) return { comment, isReplay: false }
  return replayOrReject(scope, requestSha256, idempotencyKey)
}

/**
 * Finds out why an insert stored no comment: the request is a retry, its Idempotency-Key belongs to another request, or
 * its incident does not exist. Runs only after such an insert, so that adding a comment usually takes one round trip.
 * @param requestSha256 digest of the request whose insert stored no comment.
 * @returns the earlier comment, if the request is a retry.
 * @throws Problem `incident_not_found` or `idempotency_key_reused`.
 */
export async function replayOrReject(
  scope: OrganizationScope,
  requestSha256: string,
  idempotencyKey: string | undefined,
): Promise<Addition> {
  const earlier =
    idempotencyKey === undefined ? undefined : await findCreation(scope, idempotencyKey, creationOperation)
  if (!earlier) throw incidentNotFound()
  if (earlier.requestSha256 !== requestSha256) throw keyReused(earlier)
  return { comment: await readEvenDeleted(scope, earlier.resourceId), isReplay: true }
}

export const incidentNotFound = (): Problem =>
  new Problem('incident_not_found', { violations: [violationAt('/relatedEntityId', 'incident_not_found')] })
