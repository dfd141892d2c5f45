import type { Session } from '@tocsin/contract/console/session.ts'
import { readSettings } from '../../organizations/settings.ts'
import type { OrganizationScope } from '../../scope.ts'
import { findSignedIn } from './queries.ts'

/** Returns the session as the console reads it: the acting user, their organization and the CSRF token. */
export async function describeSession(scope: OrganizationScope, csrfToken: string): Promise<Session> {
  const { id, name, email, role } = await findSignedIn(scope)
  return {
    user: { id, name, email, role },
    organization: { id: scope.organizationId, ...(await readSettings(scope)) },
    csrfToken,
  }
}
