import type { Role } from '@tocsin/contract/console/session.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { View } from '@tocsin/contract/console/view.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { lockView } from './queries.ts'

/**
 * Reads a view that the scope's actor may change, their own or for an administrator any shared one, and locks it until the
 * transaction ends.
 * @throws Problem `view_not_found`, also for what is private to somebody else; `view_not_yours`.
 */
export async function lockOwnUnlessAdministrator(scope: OrganizationScope, id: Uuid, role: Role): Promise<View> {
  const view = await lockView(scope, id)
  if (!view) throw new Problem('view_not_found')
  if (view.ownerId !== scope.actorId && role !== 'administrator') throw new Problem('view_not_yours')
  return view
}
