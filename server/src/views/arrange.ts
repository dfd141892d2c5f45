import { builtInViews } from '@tocsin/contract/console/built-in-views.ts'
import { userViewsArranged } from '@tocsin/contract/events/user-events.ts'
import type { ViewPreferences } from '@tocsin/contract/console/view.ts'
import { changesBetween } from '../events/changes-between.ts'
import { recordEvent } from '../events/record.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { findPreferences, storePreferences } from './preferences-queries.ts'
import { findViews, lockOwner } from './queries.ts'

const initial: ViewPreferences = { order: [], defaultView: null }

/**
 * Stores the order in which the acting user sees the views, and the view that the console shows first. Ignores ids of
 * views that the user cannot see, because another user may have deleted a view or stopped sharing it.
 * @throws Problem `view_not_found` if the user chooses a default view that the user cannot see.
 */
export function arrangeViews(scope: OrganizationScope, wanted: ViewPreferences): Promise<ViewPreferences> {
  return scope.transaction(async (inner) => {
    await lockOwner(inner)
    const visible = new Set<string>((await findViews(inner)).map(({ id }) => id))
    const stored = (await findPreferences(inner)) ?? initial
    const { defaultView } = wanted
    // Accept an unchanged default view: a user whose default view is gone must still be able to arrange the other
    // views.
    const isUnchanged = defaultView === stored.defaultView
    if (defaultView !== null && !isUnchanged && !isBuiltIn(defaultView) && !visible.has(defaultView))
      throw new Problem('view_not_found')
    const arranged = { order: wanted.order.filter((id) => visible.has(id)), defaultView }
    const changes = changesBetween(stored, arranged)
    if (!changes) return arranged
    await storePreferences(inner, arranged)
    await recordEvent(inner, userViewsArranged({ userId: inner.actorId, changes }))
    return arranged
  })
}

const isBuiltIn = (view: string): boolean => builtInViews.some((each) => each === view)
