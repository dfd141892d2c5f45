import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import { Problem, violationAt } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { findConfiguration, findLatestRevision, isTooOld } from './queries.ts'

/** Revision against which creations may be checked. */
export interface EffectiveRevision {
  configuration: CreationConfiguration
  isCurrent: boolean
  problem?: undefined
}

/** Revision that the caller named, but against which creations must not be checked. */
export interface UnusableRevision {
  configuration: undefined
  isCurrent: false
  problem: Problem | undefined
}

export type GoverningRevision = EffectiveRevision | UnusableRevision

/**
 * Finds the revision against which one creation is checked.
 * @param configVersion number of the revision that the client has cached; undefined for the current revision.
 * @returns the revision or a problem. The problem is `reference_not_found` for a revision that was never published, and
 *   `configuration_revision_too_old` for a revision that is older than the organization accepts.
 * @see docs/contract.md#2.1
 */
export async function findGoverningRevision(
  scope: OrganizationScope,
  configVersion: number | undefined,
): Promise<GoverningRevision> {
  const currentRevision = await currentRevisionOf(scope)
  if (configVersion === undefined || configVersion === currentRevision) {
    return revisionNamed(scope, currentRevision, { isCurrent: true })
  }
  // The cached number of the current revision may be half a second old. Read the number again before a greater number
  // is rejected.
  if (configVersion > currentRevision && configVersion <= (await findLatestRevision(scope))) {
    forgetCurrentRevision(scope)
    return findGoverningRevision(scope, configVersion)
  }
  if (configVersion > currentRevision) return unusable(unknownRevision(configVersion))
  if (await isTooOld(scope, configVersion)) return unusable(tooOld(configVersion))
  return revisionNamed(scope, configVersion, { isCurrent: false })
}

/**
 * Finds the number of the current revision. Callers outside a transaction share one query. A transaction runs its own
 * query on its own connection: if all connections belonged to transactions that wait for a shared query, this query
 * would get no connection.
 */
const currentRevisionOf = (scope: OrganizationScope): Promise<number> =>
  scope.database.isTransaction
    ? findLatestRevision(scope)
    : scope.service.currentRevisions.get(scope.organizationId, () => findLatestRevision(scope))

/** Deletes the number of the current revision from the cache. Call it after a new revision was published. */
export const forgetCurrentRevision = (scope: OrganizationScope): void =>
  scope.service.currentRevisions.forget(scope.organizationId)

async function revisionNamed(
  scope: OrganizationScope,
  revision: number,
  { isCurrent }: { isCurrent: boolean },
): Promise<GoverningRevision> {
  const configuration = await publishedConfiguration(scope, revision)
  return configuration ? { configuration, isCurrent } : unusable(unknownRevision(revision))
}

const unusable = (problem: Problem): UnusableRevision => ({ configuration: undefined, isCurrent: false, problem })

const unknownRevision = (revision: number): Problem =>
  new Problem('reference_not_found', {
    violations: [violationAt('/configVersion', 'configuration_not_found', `There is no revision ${revision}.`)],
  })

const tooOld = (revision: number): Problem =>
  new Problem('configuration_revision_too_old', {
    detail: `Revision ${revision} was replaced too long ago; fetch the current configuration.`,
    violations: [violationAt('/configVersion', 'configuration_too_old')],
    creationConfigVersion: revision,
  })

/** Highest revision number that the column in the database can contain. */
export const revisionMaximum = 2_147_483_647

/**
 * Finds a published revision of any age. The most recently used revisions are cached in memory, because revisions never
 * change.
 * @param revision number of the revision as the caller sent it. It may be too large for the column in the database.
 */
export async function publishedConfiguration(
  scope: OrganizationScope,
  revision: number,
): Promise<CreationConfiguration | undefined> {
  const key = `${scope.organizationId}/${revision}`
  const cached = scope.service.revisions.get(key)
  if (cached) return cached
  const configuration = revision > revisionMaximum ? undefined : await findConfiguration(scope, revision)
  if (configuration) scope.service.revisions.set(key, configuration)
  return configuration
}

/**
 * Reads the newest revision from the database, so that a revision that another server has just published is found.
 * Every organization has at least one revision.
 */
export async function currentConfiguration(scope: OrganizationScope): Promise<CreationConfiguration> {
  const current = await findCurrentConfiguration(scope)
  if (!current) throw new Problem('internal_error', { cause: new Error('no revision was ever published') })
  return current
}

/** Reads the newest revision; undefined while the organization is being created and has no revision. */
export const findCurrentConfiguration = async (scope: OrganizationScope): Promise<CreationConfiguration | undefined> =>
  publishedConfiguration(scope, await findLatestRevision(scope))
