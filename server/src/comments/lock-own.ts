import type { Comment } from '@tocsin/contract/comment.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { lockComment, toComment } from './queries.ts'

/**
 * Reads a Comment of the scope's actor, and locks it until the transaction ends.
 * @throws Problem `comment_not_found` or `comment_not_yours`.
 */
export async function lockOwn(scope: OrganizationScope, id: Uuid): Promise<Comment> {
  const comment = await lockAnybodys(scope, id)
  if (comment.createdBy !== scope.actorId) throw new Problem('comment_not_yours')
  return comment
}

/**
 * Reads any Comment, for an administrator, and locks it until the transaction ends.
 * @throws Problem `comment_not_found`.
 */
export async function lockAnybodys(scope: OrganizationScope, id: Uuid): Promise<Comment> {
  const row = await lockComment(scope, id)
  if (!row) throw new Problem('comment_not_found')
  return toComment(row)
}
