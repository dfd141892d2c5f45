import type { ConfigurationDraft } from '@tocsin/contract/configuration.ts'
import type { ConfigurationChanges } from '@tocsin/contract/configuration-history.ts'
import { normalizeDraft } from '@tocsin/contract/creation/normalize-draft.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { compareConfigurations } from './compare.ts'
import { findDraft } from './draft-queries.ts'
import { contentOf, publishedConfiguration, requireCurrent } from './published.ts'

/** Tells what publishing the draft would change. */
export async function draftDifference(scope: OrganizationScope): Promise<ConfigurationChanges> {
  const current = await requireCurrent(scope)
  const draft = await findDraft(scope)
  const content = draft?.content ?? contentOf(current)
  return compareConfigurations(current, normalizeDraft(content as ConfigurationDraft))
}

/**
 * Tells what changed from one revision to another.
 * @throws Problem `configuration_not_found`.
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
