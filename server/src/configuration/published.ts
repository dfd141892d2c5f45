import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { findConfiguration, findLatestRevision } from './queries.ts'

const cachedRevisionsMaximum = 200
const revisionMaximum = 2_147_483_647

const revisions = new Map<string, CreationConfiguration>()

/**
 * Finds a published revision of any age. Revisions never change, so the 200 most recently used are cached.
 * @param revision whole number; may exceed the largest possible revision.
 */
export async function publishedConfiguration(
  scope: OrganizationScope,
  revision: number,
): Promise<CreationConfiguration | undefined> {
  const key = `${scope.organizationId}/${revision}`
  const known = revisions.get(key)
  if (known) return cache(key, known)

  const configuration = revision > revisionMaximum ? undefined : await findConfiguration(scope, revision)
  return configuration && cache(key, configuration)
}

/** Moves a revision to the end of the cache and drops the least recently used revision when the cache is full. */
function cache(key: string, configuration: CreationConfiguration): CreationConfiguration {
  revisions.delete(key)
  revisions.set(key, configuration)
  if (revisions.size > cachedRevisionsMaximum) revisions.delete(revisions.keys().next().value!)
  return configuration
}

/** Returns the newest revision, even when another server has just published it. Every organization has one. */
export async function currentConfiguration(scope: OrganizationScope): Promise<CreationConfiguration> {
  const current = await findCurrentConfiguration(scope)
  if (!current) throw new Problem('internal_error', { cause: new Error('no revision was ever published') })
  return current
}

/** Returns the newest revision; undefined while the organization is being created. */
export const findCurrentConfiguration = async (scope: OrganizationScope): Promise<CreationConfiguration | undefined> =>
  publishedConfiguration(scope, await findLatestRevision(scope))
