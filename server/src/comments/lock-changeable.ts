import type { Comment } from '@tocsin/contract/comment.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { lockComment, toComment } from './queries.ts'

/** Reads a Comment that the caller may change, and locks it until the transaction ends; refuses all others. */
export type LockComment = (scope: OrganizationScope, id: Uuid) => Promise<Comment>

/**
 * Reads a Comment that may be changed through the external API, and locks it until the transaction ends.
 * @throws Problem `comment_not_found` or `comment_not_from_api`.
 * @see specification 5, rule 5
 */
export async function lockChangeable(scope: OrganizationScope, id: Uuid): Promise<Comment> {
  const row = await lockComment(scope, id)
  if (!row) throw new Problem('comment_not_found')
  if (!row.made_through_api) throw new Problem('comment_not_from_api')
  return toComment(row)
}
