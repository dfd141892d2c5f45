import type { About } from '@tocsin/contract/console/about.ts'
import manifest from '../../package.json' with { type: 'json' }
import type { MediaStorage } from '../media/storage/storage.ts'
import type { OrganizationScope } from '../scope.ts'
import { findServerVersion } from './queries.ts'

/**
 * Describes this server. The description contains no host names and no numbers of users or incidents, because several
 * organizations may share the server.
 */
export async function describeInstallation(
  scope: OrganizationScope,
  { serving, fileMaximumBytes }: MediaStorage,
): Promise<About> {
  const startedAtMs = performance.now()
  const version = await findServerVersion(scope)
  return {
    version: manifest.version,
    node: process.versions.node,
    database: {
      version,
      isCluster: scope.service.isDistributed,
      responseMs: Math.round(performance.now() - startedAtMs),
    },
    storage: { kind: serving ? 'folder' : 's3', fileMaximumBytes },
  }
}
