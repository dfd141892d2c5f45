import type { CreationConfiguration } from '@tocsin/contract/configuration.ts'
import type { OrganizationScope } from '../scope.ts'
import { findConfiguration, findLatestRevision } from './queries.ts'

const revisionsKept = 200
const revisionMaximum = 2_147_483_647

const revisions = new Map<string, CreationConfiguration>()

/**
 * Finds one published revision, of any age. Revisions never change, so the ones in use are kept in memory.
 * @param revision a whole number; it may be larger than any revision can be.
 */
export async function publishedConfiguration(
  scope: OrganizationScope,
  revision: number,
): Promise<CreationConfiguration | undefined> {
  const key = `${scope.organizationId}/${revision}`
  const known = revisions.get(key)
  if (known) return known

  const configuration = revision > revisionMaximum ? undefined : await findConfiguration(scope, revision)
  if (!configuration) return undefined
  const [oldest] = revisions.keys()
  if (revisions.size >= revisionsKept && oldest) revisions.delete(oldest)
  revisions.set(key, configuration)
  return configuration
}

/** The newest revision at this moment, whichever server published it. */
export const currentConfiguration = async (scope: OrganizationScope): Promise<CreationConfiguration | undefined> =>
  publishedConfiguration(scope, await findLatestRevision(scope))

/** What a revision says, without its number and time. */
export const contentOf = ({ types, categories, profiles, defaultProfileId }: CreationConfiguration) => ({
  types,
  categories,
  profiles,
  defaultProfileId,
})
