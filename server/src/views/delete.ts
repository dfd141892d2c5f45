import type { Role } from '@tocsin/contract/console/session.ts'
import { viewDeleted } from '@tocsin/contract/events/view-events.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { recordEvent } from '../events/record.ts'
import type { OrganizationScope } from '../scope.ts'
import { lockChangeableView } from './lock-changeable.ts'
import { deleteViewRow } from './queries.ts'

/**
 * Deletes a view. The recorded event stores the content of the view.
 * @throws Problem `view_not_found` or `view_not_yours`.
 */
export function deleteView(scope: OrganizationScope, id: Uuid, role: Role): Promise<void> {
  return scope.transaction(async (inner) => {
    const { id: viewId, name, shared, query, layout } = await lockChangeableView(inner, id, role)
    await deleteViewRow(inner, viewId)
    await recordEvent(inner, viewDeleted({ viewId, name, shared, query, layout }))
  })
}
