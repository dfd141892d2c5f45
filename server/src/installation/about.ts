import type { About } from '@tocsin/contract/console/about.ts'
import manifest from '../../package.json' with { type: 'json' }
import type { MediaStorage } from '../media/storage/storage.ts'
import type { OrganizationScope } from '../scope.ts'
import { findServerVersion } from './queries.ts'

/** Describes this server. Contains no names of hosts and no amounts, because several organizations may use the server. */
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
