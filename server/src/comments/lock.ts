import type { Comment } from '@tocsin/contract/api/comment.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { lockComment } from './queries.ts'

/**
 * Function that reads a comment and locks it until the transaction ends. It throws a Problem if the caller must not
 * change the comment.
 */
export type LockComment = (scope: OrganizationScope, id: Uuid) => Promise<Comment>

/**
 * Locks the row of a comment that was made through the external API.
 * @throws Problem `comment_not_found` or `comment_not_from_api`.
 * @see docs/contract.md#5.5
 */
export const lockMadeThroughApi: LockComment = async (scope, id) => {
  const { comment, madeThroughApi } = await lockExisting(scope, id)
  if (!madeThroughApi) throw new Problem('comment_not_from_api')
  return comment
}

/**
 * Locks the row of a comment whose author is the user who acts in the scope.
 * @throws Problem `comment_not_found` or `comment_not_yours`.
 */
export const lockOwn: LockComment = async (scope, id) => {
  const { comment } = await lockExisting(scope, id)
  if (comment.createdBy !== scope.actorId) throw new Problem('comment_not_yours')
  return comment
}

/**
 * Locks a comment for an administrator, who may delete the comments of all authors.
 * @throws Problem `comment_not_found`.
 */
export const lockAny: LockComment = async (scope, id) => (await lockExisting(scope, id)).comment

async function lockExisting(scope: OrganizationScope, id: Uuid) {
  const found = await lockComment(scope, id)
  if (!found) throw new Problem('comment_not_found')
  const { madeThroughApi, ...comment } = found
  return { comment, madeThroughApi }
}
