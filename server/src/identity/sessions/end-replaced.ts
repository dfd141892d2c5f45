import { OrganizationScope } from '../../scope.ts'
import type { Service } from '../../service.ts'
import { signOut } from './sign-out.ts'
import { digestToken, organizationOf } from './token.ts'
import { findUsableSession } from './usable-queries.ts'

/**
 * Ends the old session of a browser after a new sign-in on this browser, perhaps of another user. Otherwise, a copy of
 * the old cookie would still work, and nobody could end the session from this browser.
 * @param token token of the old session.
 */
export async function endReplaced(service: Service, token: string): Promise<void> {
  const session = await findUsableSession(service.database, digestToken(token), organizationOf(token))
  if (!session) return
  await signOut(OrganizationScope.inShare(session.organizationId, session.userId, service), session.id)
}
