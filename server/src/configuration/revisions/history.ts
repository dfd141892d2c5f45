import type { RevisionSummary } from '@tocsin/contract/console/configuration-history.ts'
import { readPage, type Page } from '../../database/paging/keyset.ts'
import type { ListQuery, ListShape } from '../../http/lists/list-query.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { revisionMaximum } from '../published.ts'
import { countUses, findRevision, revisionsOf, type PublishedRevision } from './queries.ts'

/**
 * Query parameters of the list of revisions: only paging, no filters. The list begins with the newest revision. The id
 * of a revision is its number.
 */
export const revisionListShape: ListShape<'id', never> = {
  paging: ['limit', 'cursor'],
  sorts: { id: 'integer' },
  filters: {},
  defaultSort: [{ name: 'id', isDescending: true }],
}

/** Reads one page of the revisions, newest first, each with the number of incidents that were created under it. */
export async function listRevisions(
  scope: OrganizationScope,
  query: ListQuery<'id', never>,
): Promise<Page<RevisionSummary>> {
  const { items, next } = await readPage(scope, revisionsOf(scope), query, [])
  return { items: await withUses(scope, items), next }
}

/**
 * Reads the publication of one revision, and the number of incidents that were created under it.
 * @throws Problem `configuration_not_found`.
 */
export async function readRevision(scope: OrganizationScope, revision: number): Promise<RevisionSummary> {
  const found = revision > revisionMaximum ? undefined : await findRevision(scope, revision)
  if (!found) throw new Problem('configuration_not_found')
  const [summary] = await withUses(scope, [found])
  return summary!
}

const unused = { creations: 0, creationsLast30Days: 0, lastUsedAt: null }

/** Adds the numbers of incidents, which are cached for 30 seconds. */
async function withUses(scope: OrganizationScope, revisions: PublishedRevision[]): Promise<RevisionSummary[]> {
  const uses = await scope.service.revisionUses.get(scope.organizationId, () => countUses(scope))
  return revisions.map((revision) => ({ ...unused, ...uses.get(revision.revision), ...revision }))
}
