import type { Database } from '../../database/open.ts'
import { OrganizationScope } from '../../scope.ts'
import { signOut } from './sign-out.ts'
import { digestToken } from './token.ts'
import { findUsableSession } from './usable-queries.ts'

/**
 * Ends the session that a new one replaces in the same browser, perhaps of another user: nobody could end it there any
 * more, and a copy of its cookie would go on working.
 */
export async function endReplaced(database: Database, token: string): Promise<void> {
  const session = await findUsableSession(database, digestToken(token))
  if (!session) return
  await signOut(new OrganizationScope(session.organizationId, session.userId, database), session.id)
}
