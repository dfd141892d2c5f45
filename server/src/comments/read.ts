import type { Comment } from '@tocsin/contract/api/comment.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { findVisibleComments } from './queries.ts'

/**
 * Reads a comment, whether staff or the external API added it.
 * @throws Problem `comment_not_found` if the comment or its incident does not exist or was deleted.
 */
export async function readComment(scope: OrganizationScope, id: Uuid): Promise<Comment> {
  const [comment] = await findVisibleComments(scope, [id])
  if (!comment) throw new Problem('comment_not_found')
  return comment
}

/** Reads several comments, keyed by id. Omits deleted comments and comments on deleted incidents. */
export async function readComments(scope: OrganizationScope, ids: Uuid[]): Promise<Map<Uuid, Comment>> {
  if (ids.length === 0) return new Map()
  return new Map((await findVisibleComments(scope, [...new Set(ids)])).map((comment) => [comment.id, comment]))
}
