import type { Role } from '@tocsin/contract/console/session.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { View } from '@tocsin/contract/console/view.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { lockView } from './queries.ts'

/**
 * Reads a view that the acting user may change, and locks it until the transaction ends. Users may change their own
 * views. Administrators may also change shared views of other users.
 * @throws Problem `view_not_found` if the view does not exist or is a private view of another user. Problem
 *   `view_not_yours` if the user is no administrator and the view is a shared view of another user.
 */
export async function lockChangeableView(scope: OrganizationScope, id: Uuid, role: Role): Promise<View> {
  const view = await lockView(scope, id)
  if (!view) throw new Problem('view_not_found')
  if (view.ownerId !== scope.actorId && role !== 'administrator') throw new Problem('view_not_yours')
  return view
}
