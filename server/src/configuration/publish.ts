import type { ConfigurationDraft } from '@tocsin/contract/console/configuration-draft.ts'
import { lockOrganization } from '../database/lock-organization.ts'
import type { OrganizationScope } from '../scope.ts'
import { forgetCurrentRevision } from './published.ts'
import { storeRevision } from './store-revision.ts'

/**
 * Publishes a configuration as the next revision. From then on, new incidents are checked against this revision. A
 * creation can still name an older revision.
 * @returns the number of the new revision.
 * @throws any problem of `storeRevision`.
 */
export async function publishConfiguration(scope: OrganizationScope, draft: ConfigurationDraft): Promise<number> {
  const revision = await scope.transaction(async (inner) => {
    await lockOrganization(inner)
    return storeRevision(inner, draft)
  })
  forgetCurrentRevision(scope)
  return revision
}
