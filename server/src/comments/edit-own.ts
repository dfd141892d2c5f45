import type { Comment, UpdateComment } from '@tocsin/contract/comment.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Problem, violationAt } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { editComment } from './edit.ts'
import { lockOwn } from './lock-own.ts'

/**
 * Changes what one has written. A Comment without a file cannot become empty: that would be deleting it.
 * @throws Problem `invalid_request`, or what `lockOwn` throws.
 */
export const editOwnComment = (
  scope: OrganizationScope,
  id: Uuid,
  update: Pick<UpdateComment, 'message'>,
): Promise<Comment> =>
  editComment(scope, id, update, async (inner) => {
    const comment = await lockOwn(inner, id)
    if (comment.mediaIds.length === 0 && !update.message?.trim()) {
      throw new Problem('invalid_request', { violations: [violationAt('/message', 'required')] })
    }
    return comment
  })
