import type { Comment, UpdateComment } from '@tocsin/contract/api/comment.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Problem, violationAt } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { unlessBlank } from './check-received.ts'
import { editComment } from './edit.ts'
import { lockOwn } from './lock.ts'

/**
 * Changes the message of a comment. The author must be the user who acts in the scope. A blank message counts as no
 * message. Only a comment with files may have no message.
 * @throws Problem `invalid_request`, `comment_not_found` or `comment_not_yours`.
 */
export function editOwnComment(
  scope: OrganizationScope,
  id: Uuid,
  update: Pick<UpdateComment, 'message'>,
): Promise<Comment> {
  const message = unlessBlank(update.message)
  return editComment(scope, id, { message }, async (inner) => {
    const comment = await lockOwn(inner, id)
    if (comment.mediaIds.length === 0 && message === null) {
      throw new Problem('invalid_request', { violations: [violationAt('/message', 'required')] })
    }
    return comment
  })
}
