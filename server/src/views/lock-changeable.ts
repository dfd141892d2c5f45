import type { Role } from '@tocsin/contract/console/session.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { View } from '@tocsin/contract/console/view.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { lockView } from './queries.ts'

/**
 * Reads a view that the scope's actor may change and locks it until the transaction ends. Users may change their own views,
 * administrators also shared ones.
 * @throws Problem `view_not_found`, also for a private view of another user; `view_not_yours`.
 */
export async function lockChangeableView(scope: OrganizationScope, id: Uuid, role: Role): Promise<View> {
  const view = await lockView(scope, id)
  if (!view) throw new Problem('view_not_found')
  if (view.ownerId !== scope.actorId && role !== 'administrator') throw new Problem('view_not_yours')
  return view
}
