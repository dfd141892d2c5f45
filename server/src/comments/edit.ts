import type { Comment, UpdateComment } from '@tocsin/contract/api/comment.ts'
import { commentChanged } from '@tocsin/contract/events/comment-events.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { changesBetween } from '../events/changes-between.ts'
import { recordEvent } from '../events/record.ts'
import type { OrganizationScope } from '../scope.ts'
import type { LockComment } from './lock.ts'
import { updateComment } from './queries.ts'

/**
 * Changes a comment. `edited` becomes true when the message changes, but not when only `externalId` changes.
 * @param update new values. A field that is absent in `update` stays unchanged, and null empties the field.
 * @param lock locks the comment and decides if the caller may change it.
 * @returns the comment after the change.
 * @throws Problem any problem of `lock`.
 * @see docs/contract.md#4.5
 */
export function editComment(
  scope: OrganizationScope,
  id: Uuid,
  update: UpdateComment,
  lock: LockComment,
): Promise<Comment> {
  return scope.transaction(async (inner) => {
    const comment = await lock(inner, id)
    const updated = { ...comment, ...update }
    const changes = changesBetween(comment, updated)
    if (!changes) return comment

    const changed = { ...updated, edited: comment.edited || 'message' in changes }
    await updateComment(inner, changed)
    await recordEvent(inner, commentChanged({ incidentId: comment.relatedEntityId, commentId: comment.id, changes }))
    return changed
  })
}
