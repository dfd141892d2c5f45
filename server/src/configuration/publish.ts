import type { ConfigurationContent } from '@tocsin/contract/configuration.ts'
import { checkConfiguration } from '@tocsin/contract/creation/check-configuration.ts'
import { normalizeConfiguration } from '@tocsin/contract/creation/normalize-configuration.ts'
import { lockOrganization } from '../organizations/lock.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { forgetCurrentRevision } from './effective.ts'
import { missingDefaults } from './missing-defaults.ts'
import { storeRevision } from './store-revision.ts'

/**
 * Publishes a configuration as the next revision. It governs every creation that begins after.
 * @param given has passed `checkShape`.
 * @returns the number of the revision.
 * @throws Problem `invalid_request` with everything that keeps it from governing anything, `configuration_unchanged`
 *   when it says what the current revision says.
 */
export async function publishConfiguration(scope: OrganizationScope, given: ConfigurationContent): Promise<number> {
  const content = normalizeConfiguration(given)
  const revision = await scope.transaction(async (inner) => {
    await lockOrganization(inner)
    const violations = [...checkConfiguration(content), ...(await missingDefaults(inner, content))]
    if (violations.length > 0) throw new Problem('invalid_request', { violations })
    return storeRevision(inner, content)
  })
  forgetCurrentRevision(scope)
  return revision
}
