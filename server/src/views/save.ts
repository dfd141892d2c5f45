import type { SaveView, View } from '@tocsin/contract/console/view.ts'
import { newId } from '../database/new-id.ts'
import { recordEvent } from '../events/record.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { countOwnViews, insertView, lockOwner } from './queries.ts'

/** Maximum number of views of one user: every page of the console shows them all. */
const ownMaximum = 100

/**
 * Saves a view for the scope's actor. A view with `shared` is visible to the whole organization.
 * @throws Problem `too_many_views`.
 */
export function saveView(scope: OrganizationScope, input: SaveView): Promise<View> {
  return scope.transaction(async (inner) => {
    await lockOwner(inner)
    if ((await countOwnViews(inner)) >= ownMaximum) throw new Problem('too_many_views')
    const view = await insertView(inner, newId(), input)
    await recordEvent(inner, { kind: 'view_saved', subjectKind: 'view', subjectId: view.id, changes: { ...input } })
    return view
  })
}
