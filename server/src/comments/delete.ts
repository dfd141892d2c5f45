import { commentDeleted } from '@tocsin/contract/events/comment-events.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { recordEvent } from '../events/record.ts'
import type { OrganizationScope } from '../scope.ts'
import type { LockComment } from './lock.ts'
import { markDeleted } from './queries.ts'

/**
 * Marks a comment as deleted, so that lists and reads omit it.
 * @param lock locks the comment and decides if the caller may delete it.
 * @throws Problem `comment_not_found` for a missing or already deleted comment, or another problem of `lock`.
 * @see docs/contract.md#4.6
 */
export function deleteComment(scope: OrganizationScope, id: Uuid, lock: LockComment): Promise<void> {
  return scope.transaction(async (inner) => {
    const { id: commentId, relatedEntityId: incidentId, createdBy } = await lock(inner, id)
    await markDeleted(inner, commentId)
    await recordEvent(inner, commentDeleted({ incidentId, commentId, createdBy }))
  })
}
