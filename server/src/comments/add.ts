import type { Comment, CreateComment } from '@tocsin/contract/api/comment.ts'
import { newId } from '../database/new-id.ts'
import { GroupCommit } from '../database/throughput/group-commit.ts'
import { Problem } from '../problem.ts'
import { requestDigest } from '../request-digest.ts'
import type { OrganizationScope } from '../scope.ts'
import { incidentNotFound } from './incident-not-found.ts'
import { findAddition, insertComments } from './queries.ts'

export interface AddOptions {
  /** Only Comments made through the external API can be changed through it; staff write theirs elsewhere. */
  madeThroughApi: boolean
  /** Names this addition among its retries; undefined: every call adds. */
  idempotencyKey?: string | undefined
}

export interface Addition {
  comment: Comment
  /** The Comment existed already: this was a retry. */
  isReplay: boolean
}

/** Of a Comment only the externalId has no maximum but that of a body. */
const sharedInserts = new GroupCommit(insertComments, ({ externalId }) => externalId?.length ?? 0)

/**
 * Adds a Comment to an Incident, once per Idempotency-Key, however often and on whichever server it is called. The
 * author is the scope's actor.
 * @returns the Comment, committed; on a retry, as it is now, or as it was when it was deleted.
 * @throws Problem `incident_not_found` or `idempotency_key_reused`.
 * @see specification 4.4
 */
export async function addComment(
  scope: OrganizationScope,
  body: CreateComment,
  { madeThroughApi, idempotencyKey }: AddOptions,
): Promise<Addition> {
  const input = { ...body, relatedEntityId: body.relatedEntityId.toLowerCase() }
  const requestSha256 = requestDigest(input)
  const comment = await sharedInserts.insert(scope, {
    ...input,
    id: newId(),
    actorId: scope.actorId,
    madeThroughApi,
    idempotencyKey,
    requestSha256,
  })
  if (comment) return { comment, isReplay: false }
  return replayOrRefuse(scope, requestSha256, idempotencyKey)
}

/**
 * Finds out why nothing was inserted; asked only then, so that the common path stays one round trip.
 * @param requestSha256 of what the caller wanted to add.
 * @throws Problem `incident_not_found` or `idempotency_key_reused`, unless it was a retry.
 */
export async function replayOrRefuse(
  scope: OrganizationScope,
  requestSha256: string,
  idempotencyKey: string | undefined,
): Promise<Addition> {
  const existing = idempotencyKey === undefined ? undefined : await findAddition(scope, idempotencyKey)
  if (!existing) {
    throw new Problem('incident_not_found', { violations: [incidentNotFound({ pointer: '/relatedEntityId' })] })
  }
  const { requestSha256: digest, ...comment } = existing
  if (digest?.toString('hex') !== requestSha256) throw keyReused(comment)
  return { comment, isReplay: true }
}

/**
 * Refuses an Idempotency-Key that a Comment has, where the body is too malformed to be that of a retry.
 * @throws Problem `idempotency_key_reused`.
 */
export async function refuseReusedKey(scope: OrganizationScope, idempotencyKey: string): Promise<void> {
  const existing = await findAddition(scope, idempotencyKey)
  if (existing) throw keyReused(existing)
}

const keyReused = ({ id }: Pick<Comment, 'id'>): Problem => new Problem('idempotency_key_reused', { commentId: id })
