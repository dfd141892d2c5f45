import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { lockAdministrators } from './queries.ts'

/**
 * Checks that the organization has another administrator besides this user; does nothing if the user is not an
 * administrator. Locks the administrators: if two of them demote each other at the same time, the second change fails.
 * @throws Problem `last_administrator`.
 */
export async function requireOtherAdministrator(scope: OrganizationScope, userId: Uuid): Promise<void> {
  const administrators = await lockAdministrators(scope)
  const leaving = administrators.find(({ id }) => id === userId)
  if (!leaving) return
  // If the administrator who leaves can sign in, the other administrator must be able to sign in too.
  const hasOther = administrators.some(({ id, canSignIn }) => id !== leaving.id && (canSignIn || !leaving.canSignIn))
  if (!hasOther) throw new Problem('last_administrator')
}
