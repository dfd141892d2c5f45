import { OrganizationScope } from '../../scope.ts'
import type { Service } from '../../service.ts'
import { signOut } from './sign-out.ts'
import { digestToken } from './token.ts'
import { findUsableSession } from './usable-queries.ts'

/**
 * Ends the session that a new session replaces in the same browser, perhaps of another user. Otherwise a copy of its
 * cookie would still work, and nobody could end it from that browser.
 */
export async function endReplaced(service: Service, token: string): Promise<void> {
  const session = await findUsableSession(service.database, digestToken(token))
  if (!session) return
  await signOut(new OrganizationScope(session.organizationId, session.userId, service), session.id)
}
