import type { Session } from '@tocsin/contract/console/session.ts'
import { userSignedIn } from '@tocsin/contract/events/user-events.ts'
import { newId } from '../../database/new-id.ts'
import { recordEvent } from '../../events/record.ts'
import type { OrganizationScope } from '../../scope.ts'
import { describeSession } from './describe.ts'
import { deleteStaleSessions, insertSession } from './queries.ts'
import { csrfTokenOf, digestToken, newToken } from './token.ts'

export interface OpenedSession {
  /** Value of the session cookie. The database stores only the hash of the token. */
  token: string
  session: Session
}

const userAgentMaximumLength = 400

/** Opens a session for the acting user. The caller must have authenticated that user. */
export function openSession(scope: OrganizationScope, userAgent: string | undefined): Promise<OpenedSession> {
  const id = newId()
  const token = newToken(scope.organizationId)
  return scope.transaction(async (inner) => {
    await deleteStaleSessions(inner)
    await insertSession(inner, {
      id,
      tokenSha256: digestToken(token),
      userAgent: userAgent?.slice(0, userAgentMaximumLength) ?? null,
    })
    await recordEvent(inner, userSignedIn({ userId: inner.actorId, sessionId: id }))
    return { token, session: await describeSession(inner, csrfTokenOf(token)) }
  })
}
