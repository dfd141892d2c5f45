import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { lockAdministrators } from './queries.ts'

/**
 * Refuses to let a user go without whom nobody could administer the organization. Of two who take each other's role at
 * once, the second is refused.
 * @throws Problem `last_administrator`.
 */
export async function keepLastAdministrator(scope: OrganizationScope, userId: Uuid): Promise<void> {
  const administrators = await lockAdministrators(scope)
  const leaving = administrators.find(({ id }) => id === userId)
  if (!leaving) return
  // Where nobody could sign in before, somebody who cannot either will do.
  const isKept = administrators.some(({ id, canSignIn }) => id !== leaving.id && (canSignIn || !leaving.canSignIn))
  if (!isKept) throw new Problem('last_administrator')
}
