import type { Role } from '@tocsin/contract/console/session.ts'
import { viewChanged } from '@tocsin/contract/events/view-events.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { UpdateView, View } from '@tocsin/contract/console/view.ts'
import { changesBetween } from '../events/changes-between.ts'
import { recordEvent } from '../events/record.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { lockChangeableView } from './lock-changeable.ts'
import { updateView } from './queries.ts'
import { requireRoomForShared } from './require-room.ts'

/**
 * Changes a view.
 * @param role role of the acting user.
 * @param update new values. A field that is absent in `update` is not changed.
 * @throws Problem `view_not_found`. Problem `view_not_yours` if the user may not change the view, or tries to stop
 *   sharing a view of another user. Problem `too_many_views` if the user shares a view and the organization already has
 *   the maximum number of shared views.
 */
export function changeView(scope: OrganizationScope, id: Uuid, role: Role, update: UpdateView): Promise<View> {
  return scope.transaction(async (inner) => {
    const view = await lockChangeableView(inner, id, role)
    const changed = { ...view, ...update }
    const changes = changesBetween(view, changed)
    if (!changes) return view
    // Only the owner may stop sharing a view, because a private view is visible to its owner only.
    if (update.shared === false && view.ownerId !== scope.actorId) throw new Problem('view_not_yours')
    if (changed.shared && !view.shared) await requireRoomForShared(inner)
    await recordEvent(inner, viewChanged({ viewId: view.id, changes }))
    return updateView(inner, changed)
  })
}
