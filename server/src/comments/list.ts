import type { Comment } from '@tocsin/contract/api/comment.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import { readPage, type Page, type PagedTable } from '../database/paging/keyset.ts'
import type { ListQuery, ListShape } from '../http/lists/list-query.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { incidentNotFound } from './incident-not-found.ts'
import { hasIncident, incidentExists, writtenColumns } from './queries.ts'

type SortName = 'id' | 'createdAt'

/** @see specification 4.3 */
export const commentListShape: ListShape<SortName, never> = {
  sorts: { id: 'uuid', createdAt: 'instant' },
  filters: {},
  defaultSort: [{ name: 'createdAt', isDescending: false }],
}

const comments: PagedTable<SortName, Comment, Comment> = {
  table: 'comments',
  columns: writtenColumns,
  sorts: {
    id: { expression: sql`id`, type: sql`uuid`, valueOf: (row) => row.id },
    createdAt: { expression: sql`created_at`, type: sql`timestamptz`, valueOf: (row) => row.createdAt },
  },
  toItem: (comment) => comment,
}

/**
 * Reads one page of the Comments on an Incident, those of staff and those made through the API alike.
 * @throws Problem `incident_not_found`.
 */
export async function listComments(
  scope: OrganizationScope,
  incidentId: Uuid,
  query: ListQuery<SortName, never>,
): Promise<Page<Comment>> {
  const page = await readPage(scope, comments, query, [
    sql`related_entity_id = ${incidentId}`,
    sql`deleted_at is null`,
    incidentExists(scope, incidentId),
  ])
  // An Incident that does not exist has no Comments: whether it does is asked only when there are none.
  if (page.items.length === 0 && !(await hasIncident(scope, incidentId))) {
    throw new Problem('incident_not_found', { violations: [incidentNotFound({ parameter: 'relatedEntityId' })] })
  }
  return page
}
