import type { ConfigurationChanges } from '@tocsin/contract/console/configuration-history.ts'
import { contentOf } from '@tocsin/contract/rules/content-of.ts'
import { normalizeConfiguration } from '@tocsin/contract/rules/normalize-configuration.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { compareConfigurations } from './revisions/compare.ts'
import { findDraft } from './draft/queries.ts'
import { currentConfiguration, publishedConfiguration } from './published.ts'

/** Compares the draft with the current revision of the creation configuration. */
export async function draftDifference(scope: OrganizationScope): Promise<ConfigurationChanges> {
  const current = await currentConfiguration(scope)
  const draft = await findDraft(scope)
  return compareConfigurations(current, normalizeConfiguration(draft?.content ?? contentOf(current)))
}

/**
 * Compares two revisions of the creation configuration.
 * @throws Problem `configuration_not_found` when one of the revisions does not exist.
 */
export async function revisionDifference(
  scope: OrganizationScope,
  from: number,
  to: number,
): Promise<ConfigurationChanges> {
  const [before, after] = [await publishedConfiguration(scope, from), await publishedConfiguration(scope, to)]
  if (!before || !after) throw new Problem('configuration_not_found')
  return compareConfigurations(before, after)
}
