import type { RevisionSummary } from '@tocsin/contract/console/configuration-history.ts'
import type { OrganizationScope } from '../../scope.ts'
import { countUses, findRevisions } from './queries.ts'

const unused = { creations: 0, creationsLast30Days: 0, lastUsedAt: null }

/**
 * Lists every revision, newest first, with its time of publication, its publisher and the number of incidents that were
 * created under it. The numbers of incidents are cached for 30 seconds.
 */
export async function readHistory(scope: OrganizationScope): Promise<RevisionSummary[]> {
  const counted = await scope.service.revisionUses.get(scope.organizationId, () => countUses(scope))
  const uses = new Map(counted.map((use) => [use.revision, use]))
  const revisions = await findRevisions(scope)
  return revisions.map((revision) => ({ ...unused, ...uses.get(revision.revision), ...revision }))
}
