import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import { TtlCache } from '../database/throughput/ttl-cache.ts'
import { Problem, violationAt } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { publishedConfiguration } from './published.ts'
import { findLatestRevision, isTooOld } from './queries.ts'

export interface EffectiveRevision {
  configuration: CreationConfiguration
  isCurrent: boolean
}

const currentMaximumAgeMs = 500

const current = new TtlCache<number>(currentMaximumAgeMs)

/** A transaction reads the revision itself: a shared read could be waiting for the connection that the transaction uses. */
const currentRevisionOf = (scope: OrganizationScope): Promise<number> =>
  scope.database.isTransaction
    ? findLatestRevision(scope)
    : current.get(scope.organizationId, () => findLatestRevision(scope))

/**
 * Finds the configuration that governs one creation.
 * @param configVersion revision that the caller cached; undefined for the current revision.
 * @throws Problem `reference_not_found` for a revision that was never published, `configuration_revision_too_old` for a
 *   revision older than the organization accepts.
 * @see docs/contract.md 2.1, rule 5
 */
export async function effectiveConfiguration(
  scope: OrganizationScope,
  configVersion: number | undefined,
): Promise<EffectiveRevision> {
  const currentRevision = await currentRevisionOf(scope)
  if (configVersion === undefined || configVersion === currentRevision) {
    return { configuration: await revisionOf(scope, currentRevision), isCurrent: true }
  }
  // Another server may have just published a revision that is newer than the cached one.
  if (configVersion > currentRevision && configVersion <= (await findLatestRevision(scope))) {
    forgetCurrentRevision(scope)
    return effectiveConfiguration(scope, configVersion)
  }
  if (configVersion > currentRevision) throw unknownRevision(configVersion)
  if (await isTooOld(scope, configVersion)) throw tooOld(configVersion)
  return { configuration: await revisionOf(scope, configVersion), isCurrent: false }
}

/** Drops the cached number of the current revision. Call it after another revision was published. */
export const forgetCurrentRevision = (scope: OrganizationScope): void => current.forget(scope.organizationId)

async function revisionOf(scope: OrganizationScope, revision: number): Promise<CreationConfiguration> {
  const configuration = await publishedConfiguration(scope, revision)
  if (!configuration) throw unknownRevision(revision)
  return configuration
}

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
