import { orderedViewsMaximum } from '@tocsin/contract/limits.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { countOwnViews, countSharedViews } from './queries.ts'

// Every page of the console shows all views of the user and all shared views, so both numbers are limited. Users can
// set the order of all views that they see.
const ownMaximum = 100
const sharedMaximum = orderedViewsMaximum - ownMaximum

/** Checks that the acting user may save a view. @throws Problem `too_many_views`. */
export async function requireRoomForOwn(scope: OrganizationScope): Promise<void> {
  if ((await countOwnViews(scope)) >= ownMaximum) throw new Problem('too_many_views')
}

/**
 * Checks that the organization may have another shared view. Users who share views at the same moment can exceed the
 * maximum by a few views, which does no harm.
 * @throws Problem `too_many_views`.
 */
export async function requireRoomForShared(scope: OrganizationScope): Promise<void> {
  if ((await countSharedViews(scope)) >= sharedMaximum) throw new Problem('too_many_views')
}
