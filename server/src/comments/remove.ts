import type { Uuid } from '@tocsin/contract/scalars.ts'
import { recordEvent } from '../events/record.ts'
import type { OrganizationScope } from '../scope.ts'
import { lockChangeable } from './lock-changeable.ts'
import { markRemoved } from './queries.ts'

/**
 * Deletes a Comment that was made through the external API: it disappears from every read.
 * @throws Problem what `lockChangeable` throws; so a second time it is `comment_not_found`.
 * @see specification 4.6
 */
export function removeComment(scope: OrganizationScope, id: Uuid): Promise<void> {
  return scope.transaction(async (inner) => {
    const { relatedEntityId } = await lockChangeable(inner, id)
    await markRemoved(inner, id)
    await recordEvent(inner, {
      kind: 'comment_removed',
      subjectKind: 'comment',
      subjectId: id.toLowerCase(),
      changes: { relatedEntityId },
    })
  })
}
