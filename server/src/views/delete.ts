import type { Role } from '@tocsin/contract/console/session.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { recordEvent } from '../events/record.ts'
import type { OrganizationScope } from '../scope.ts'
import { lockOwnUnlessAdministrator } from './lock-own-unless-administrator.ts'
import { deleteView } from './queries.ts'

/**
 * Deletes a view for good; the event keeps what it was.
 * @throws Problem what `lockOwnUnlessAdministrator` throws.
 */
export function removeView(scope: OrganizationScope, id: Uuid, role: Role): Promise<void> {
  return scope.transaction(async (inner) => {
    const { id: viewId, name, shared, query, layout } = await lockOwnUnlessAdministrator(inner, id, role)
    await deleteView(inner, viewId)
    const changes = { name, shared, query, layout }
    await recordEvent(inner, { kind: 'view_removed', subjectKind: 'view', subjectId: viewId, changes })
  })
}
