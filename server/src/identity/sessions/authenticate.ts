import { OrganizationScope } from '../../scope.ts'
import type { Service } from '../../service.ts'
import { touchSession } from './queries.ts'
import { csrfTokenOf, digestToken } from './token.ts'
import { findUsableSession, type UsableSession } from './usable-queries.ts'

export type SignedInSession = UsableSession & { csrfToken: string }

export type CheckSession = (token: string) => Promise<SignedInSession | undefined>

/**
 * Makes the check of sessions for one service.
 * @returns a function that finds the session for the token in the cookie. It returns undefined when the session is
 *   unknown, expired or ended, or its user archived. It notices changes, also of the role, within 0.5 s.
 */
export function makeSessionCheck(service: Service, log: (error: unknown) => void): CheckSession {
  return async (token) => {
    const digest = digestToken(token)
    const session = await service.sessions.get(digest.toString('base64url'), () =>
      findUsableSession(service.database, digest),
    )
    if (!session) return undefined
    touch(session)
    return { ...session, csrfToken: csrfTokenOf(token) }
  }

  /** Records the use in the background: it must neither slow the request down nor fail it. */
  function touch({ id, organizationId, userId }: UsableSession): void {
    const scope = new OrganizationScope(organizationId, userId, service)
    void service.sessionTouches.get(id, () => touchSession(scope, id).catch(log))
  }
}
