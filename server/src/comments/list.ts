import type { Comment } from '@tocsin/contract/api/comment.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import { readPage, type Page, type PagedTable } from '../database/paging/keyset.ts'
import type { ListQuery, ListShape } from '../http/lists/list-query.ts'
import { Problem, violationOfParameter } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { hasIncident, incidentExists, writtenColumns } from './queries.ts'

type SortName = 'id' | 'createdAt'

/**
 * Sort fields and default order of the list of the comments on an incident. This list has no filters.
 * @see docs/contract.md#4.3
 */
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
 * Reads one page of the comments on an incident, both comments by staff and comments made through the external API.
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
  // Query the incident only if the page is empty, because a page with comments proves that the incident exists.
  if (page.items.length === 0 && !(await hasIncident(scope, incidentId))) {
    throw new Problem('incident_not_found', { violations: [incidentParameterNotFound] })
  }
  return page
}

/** Sort fields and default order of the list of all comments of an organization. This list has no filters. */
export const allCommentsShape: ListShape<SortName, never> = {
  paging: ['limit', 'cursor'],
  sorts: { id: 'uuid', createdAt: 'instant' },
  filters: {},
  defaultSort: [{ name: 'id', isDescending: false }],
}

/** Reads one page of all comments of the organization, except comments on deleted incidents. */
export const listAllComments = (scope: OrganizationScope, query: ListQuery<SortName, never>): Promise<Page<Comment>> =>
  readPage(scope, comments, query, [
    sql`deleted_at is null`,
    sql`exists (
      select 1 from incidents
      where incidents.organization_id = ${scope.organizationId} and incidents.id = related_entity_id
        and incidents.deleted_at is null
    )`,
  ])

/** Violation of a list query whose parameter `relatedEntityId` names no incident of the organization. */
export const incidentParameterNotFound = violationOfParameter('relatedEntityId', 'incident_not_found')
