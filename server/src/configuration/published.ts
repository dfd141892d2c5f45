import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { findConfiguration, findLatestRevision } from './queries.ts'

const revisionsKept = 200
const revisionMaximum = 2_147_483_647

const revisions = new Map<string, CreationConfiguration>()

/**
 * Finds one published revision, of any age. Revisions never change, so those used last are kept in memory.
 * @param revision a whole number; it may be larger than any revision can be.
 */
export async function publishedConfiguration(
  scope: OrganizationScope,
  revision: number,
): Promise<CreationConfiguration | undefined> {
  const key = `${scope.organizationId}/${revision}`
  const known = revisions.get(key)
  if (known) return keep(key, known)

  const configuration = revision > revisionMaximum ? undefined : await findConfiguration(scope, revision)
  return configuration && keep(key, configuration)
}

/** Revisions are kept in the order of their use; the least recently used one is dropped first. */
function keep(key: string, configuration: CreationConfiguration): CreationConfiguration {
  revisions.delete(key)
  revisions.set(key, configuration)
  if (revisions.size > revisionsKept) revisions.delete(revisions.keys().next().value!)
  return configuration
}

/** The newest revision at this moment, whichever server published it: every organization begins with one. */
export async function currentConfiguration(scope: OrganizationScope): Promise<CreationConfiguration> {
  const current = await findCurrentConfiguration(scope)
  if (!current) throw new Problem('internal_error', { cause: new Error('no revision was ever published') })
  return current
}

/** The same; undefined while the organization is being made. */
export const findCurrentConfiguration = async (scope: OrganizationScope): Promise<CreationConfiguration | undefined> =>
  publishedConfiguration(scope, await findLatestRevision(scope))
