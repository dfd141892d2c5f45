import type { ConfigurationContent } from '@tocsin/contract/api/configuration.ts'
import { lockOrganization } from '../database/lock-organization.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { publishConfiguration } from './publish.ts'
import { currentConfiguration } from './published.ts'

/**
 * Publishes revision 2, which replaces the empty first revision of a new organization.
 * @throws Problem `already_configured` when a later revision was published, or the first revision has types. Any
 *   problem of `publishConfiguration`.
 */
export const replaceFirstConfiguration = (scope: OrganizationScope, content: ConfigurationContent): Promise<number> =>
  scope.transaction(async (inner) => {
    await lockOrganization(inner)
    const { revision, types } = await currentConfiguration(inner)
    if (revision > 1 || types.length > 0) {
      const detail = `Revision ${revision} is in use. A template replaces only the empty first revision.`
      throw new Problem('already_configured', { detail })
    }
    return publishConfiguration(inner, content)
  })
