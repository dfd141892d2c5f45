import type { Views } from '@tocsin/contract/console/view.ts'
import type { OrganizationScope } from '../scope.ts'
import { findPreferences } from './preferences-queries.ts'
import { findViews } from './queries.ts'

/**
 * Lists the views that the acting user can see. The views that the user has arranged come first, in the user's order.
 * The other views follow, sorted by name.
 */
export async function listViews(scope: OrganizationScope): Promise<Views> {
  const [views, preferences] = await Promise.all([findViews(scope), findPreferences(scope)])
  const places = new Map(preferences?.order.map((id, place) => [id, place]))
  const placeOf = (id: string) => places.get(id) ?? places.size
  return {
    data: views.toSorted((one, other) => placeOf(one.id) - placeOf(other.id)),
    defaultView: preferences?.defaultView ?? null,
  }
}
