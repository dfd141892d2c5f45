import type { Comment, UpdateComment } from '@tocsin/contract/api/comment.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { changesBetween } from '../events/changes-between.ts'
import { recordEvent } from '../events/record.ts'
import type { OrganizationScope } from '../scope.ts'
import type { LockComment } from './lock.ts'
import { updateComment } from './queries.ts'

/**
 * Changes a Comment. `edited` tells of a changed message, not of an identifier.
 * @param update an absent field keeps its value, null clears it.
 * @param lock decides whose Comments may be changed.
 * @returns the Comment as it now stands.
 * @throws Problem what `lock` throws.
 * @see specification 4.5
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
    await recordEvent(inner, { kind: 'comment_edited', subjectKind: 'comment', subjectId: comment.id, changes })
    return changed
  })
}
