import { viewCreated } from '@tocsin/contract/events/view-events.ts'
import type { SaveView, View } from '@tocsin/contract/console/view.ts'
import { newId } from '../database/new-id.ts'
import { recordEvent } from '../events/record.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { insertView, lockOwner } from './queries.ts'
import { requireRoomForOwn, requireRoomForShared } from './require-room.ts'

/**
 * Saves a new view of the acting user. If `shared` is true, all users of the organization can see the view. A deleted
 * view can be saved again under its id. For each user who has not arranged the views since the deletion, it then has
 * its former place. If it was the user's start view, it is the start view again.
 * @throws Problem `too_many_views` if the user, or the organization for a shared view, already has the maximum number
 *   of views. Problem `view_id_taken` if the id belongs to an existing view.
 */
export function saveView(scope: OrganizationScope, { id = newId(), ...input }: SaveView): Promise<View> {
  return scope.transaction(async (inner) => {
    await lockOwner(inner)
    await requireRoomForOwn(inner)
    if (input.shared) await requireRoomForShared(inner)
    const view = await insertView(inner, id, input)
    if (!view) throw new Problem('view_id_taken')
    await recordEvent(inner, viewCreated({ viewId: view.id, ...input }))
    return view
  })
}
