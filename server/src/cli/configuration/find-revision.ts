import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import { currentConfiguration, publishedConfiguration } from '../../configuration/published.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'

/**
 * Finds a configuration revision by its number. Without a number, finds the current revision.
 * @throws Problem `configuration_not_found` for a number that was never published.
 */
export async function findRevision(
  scope: OrganizationScope,
  revision: number | undefined,
): Promise<CreationConfiguration> {
  const found = await (revision === undefined ? currentConfiguration(scope) : publishedConfiguration(scope, revision))
  if (!found) throw new Problem('configuration_not_found', { detail: `The organization has no revision ${revision}.` })
  return found
}
