import type { Database } from '../../database/open.ts'
import { TtlCache } from '../../database/throughput/ttl-cache.ts'
import { OrganizationScope } from '../../scope.ts'
import { touchSession } from './queries.ts'
import { csrfTokenOf, digestToken } from './token.ts'
import { findUsableSession, type UsableSession } from './usable-queries.ts'

/** Half of the second within which an ended session must stop working everywhere. */
const sessionMaximumAgeMs = 500
const touchIntervalMs = 60_000

export type SignedInSession = UsableSession & { csrfToken: string }

export type CheckSession = (token: string) => Promise<SignedInSession | undefined>

/**
 * Makes the check of sessions for one process.
 * @returns a function that finds the session for the token in the cookie. It returns undefined when the session is
 *   unknown, expired or ended, or its user archived. It notices changes, also of the role, within 0.5 s.
 */
export function makeSessionCheck(database: Database, log: (error: unknown) => void): CheckSession {
  const sessions = new TtlCache<UsableSession | undefined>(sessionMaximumAgeMs)
  const touches = new TtlCache<unknown>(touchIntervalMs)

  return async (token) => {
    const digest = digestToken(token)
    const session = await sessions.get(digest.toString('base64url'), () => findUsableSession(database, digest))
    if (!session) return undefined
    touch(session)
    return { ...session, csrfToken: csrfTokenOf(token) }
  }

  /** Records the use in the background: it must neither slow the request down nor fail it. */
  function touch({ id, organizationId, userId }: UsableSession): void {
    void touches.get(id, () => touchSession(new OrganizationScope(organizationId, userId, database), id).catch(log))
  }
}
