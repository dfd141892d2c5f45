import type { RevisionSummary } from '@tocsin/contract/console/configuration-history.ts'
import { TtlCache } from '../../database/throughput/ttl-cache.ts'
import type { OrganizationScope } from '../../scope.ts'
import { countUses, findRevisions, type RevisionUse } from './queries.ts'

const usesMaximumAgeMs = 30_000

/** Counting passes over every incident of the organization, so nobody makes the server do it again and again. */
const uses = new TtlCache<RevisionUse[]>(usesMaximumAgeMs)

const unused = { creations: 0, creationsLast30Days: 0, lastUsedAt: null }

/** For every revision, newest first: who published it when, and how much it was used until half a minute ago. */
export async function readHistory(scope: OrganizationScope): Promise<RevisionSummary[]> {
  const counted = await uses.get(scope.organizationId, () => countUses(scope))
  const revisions = await findRevisions(scope)
  return revisions.map((revision) => ({
    ...unused,
    ...counted.find((use) => use.revision === revision.revision),
    ...revision,
  }))
}
