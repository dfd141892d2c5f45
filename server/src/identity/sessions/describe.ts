import type { Session } from '@tocsin/contract/console/session.ts'
import type { OrganizationScope } from '../../scope.ts'
import { findSignedIn } from './queries.ts'

/** Returns the session as the console reads it: the acting user, their organization and the CSRF token. */
export async function describeSession(scope: OrganizationScope, csrfToken: string): Promise<Session> {
  const { id, name, email, role, organizationId, organizationName } = await findSignedIn(scope)
  return {
    user: { id, name, email, role },
    organization: { id: organizationId, name: organizationName },
    csrfToken,
  }
}
