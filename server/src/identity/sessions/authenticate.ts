import { OrganizationScope } from '../../scope.ts'
import type { Service } from '../../service.ts'
import { touchSession } from './queries.ts'
import { csrfTokenOf, digestToken, organizationOf } from './token.ts'
import { findUsableSession, type UsableSession } from './usable-queries.ts'

export type SignedInSession = UsableSession & { csrfToken: string }

export type CheckSession = (token: string) => Promise<SignedInSession | undefined>

/**
 * Makes the function that checks sessions for one service.
 * @param log receives an error that happened while the use of a session was recorded.
 * @returns a function from the token in the cookie to the session. It returns undefined if the session is unknown,
 *   expired or ended, or if its user is archived. Changes of the session or of the user's role take effect within half
 *   a second.
 */
export function makeSessionCheck(service: Service, log: (error: unknown) => void): CheckSession {
  return async (token) => {
    const digest = digestToken(token)
    const session = await service.sessions.get(digest.toString('base64url'), () =>
      findUsableSession(service.database, digest, organizationOf(token)),
    )
    if (!session) return undefined
    touch(session)
    return { ...session, csrfToken: csrfTokenOf(token) }
  }

  /** Records the use of the session in the background, because recording must not slow down or fail the request. */
  function touch({ id, organizationId, userId }: UsableSession): void {
    const scope = new OrganizationScope(organizationId, userId, service)
    void service.sessionTouches.get(id, () => touchSession(scope, id).catch(log))
  }
}
