import { viewCreated } from '@tocsin/contract/events/view-events.ts'
import type { SaveView, View } from '@tocsin/contract/console/view.ts'
import { newId } from '../database/new-id.ts'
import { recordEvent } from '../events/record.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { countOwnViews, insertView, lockOwner } from './queries.ts'

/** Maximum number of views of one user. The number is limited because every page of the console shows all views. */
const ownMaximum = 100

/**
 * Saves a new view of the acting user. If `shared` is true, all users of the organization can see the view.
 * @throws Problem `too_many_views` if the user already has the maximum number of views.
 */
export function saveView(scope: OrganizationScope, input: SaveView): Promise<View> {
  return scope.transaction(async (inner) => {
    await lockOwner(inner)
    if ((await countOwnViews(inner)) >= ownMaximum) throw new Problem('too_many_views')
    const view = await insertView(inner, newId(), input)
    await recordEvent(inner, viewCreated({ viewId: view.id, ...input }))
    return view
  })
}
