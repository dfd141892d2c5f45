import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { lockAdministrators } from './queries.ts'

/**
 * Checks that the organization has another administrator besides this user. Does nothing if the user is not an
 * administrator. Locks the administrators, so that two of them cannot demote each other at the same time.
 * @throws Problem `last_administrator`.
 */
export async function requireOtherAdministrator(scope: OrganizationScope, userId: Uuid): Promise<void> {
  const administrators = await lockAdministrators(scope)
  const leaving = administrators.find(({ id }) => id === userId)
  if (!leaving) return
  // An administrator who can sign in must leave behind another one who can sign in.
  const hasOther = administrators.some(({ id, canSignIn }) => id !== leaving.id && (canSignIn || !leaving.canSignIn))
  if (!hasOther) throw new Problem('last_administrator')
}
