import type { RevisionSummary } from '@tocsin/contract/console/configuration-history.ts'
import { TtlCache } from '../../database/throughput/ttl-cache.ts'
import type { OrganizationScope } from '../../scope.ts'
import { countUses, findRevisions, type RevisionUse } from './queries.ts'

const usesMaximumAgeMs = 30_000

/** Counting reads every incident of the organization, so the counts are cached. */
const uses = new TtlCache<RevisionUse[]>(usesMaximumAgeMs)

const unused = { creations: 0, creationsLast30Days: 0, lastUsedAt: null }

/** Lists every revision, newest first, with its publication and its use. The counts may be 30 seconds old. */
export async function readHistory(scope: OrganizationScope): Promise<RevisionSummary[]> {
  const counted = await uses.get(scope.organizationId, () => countUses(scope))
  const revisions = await findRevisions(scope)
  return revisions.map((revision) => ({
    ...unused,
    ...counted.find((use) => use.revision === revision.revision),
    ...revision,
  }))
}
