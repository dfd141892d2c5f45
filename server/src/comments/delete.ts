import type { Uuid } from '@tocsin/contract/scalars.ts'
import { recordEvent } from '../events/record.ts'
import type { OrganizationScope } from '../scope.ts'
import type { LockComment } from './lock.ts'
import { markDeleted } from './queries.ts'

/**
 * Deletes a Comment: it disappears from every read.
 * @param lock decides whose Comments may be deleted.
 * @throws Problem what `lock` throws; so a second time it is `comment_not_found`.
 * @see specification 4.6
 */
export function deleteComment(scope: OrganizationScope, id: Uuid, lock: LockComment): Promise<void> {
  return scope.transaction(async (inner) => {
    const { relatedEntityId } = await lock(inner, id)
    await markDeleted(inner, id)
    const changes = { relatedEntityId }
    await recordEvent(inner, { kind: 'comment_removed', subjectKind: 'comment', subjectId: id, changes })
  })
}
