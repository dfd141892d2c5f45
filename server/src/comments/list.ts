import type { Comment } from '@tocsin/contract/api/comment.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import { readTextPage, type TextPage, type TextTable } from '../database/paging/text-page.ts'
import type { ListQuery, ListShape } from '../http/lists/list-query.ts'
import { Problem, violationOfParameter } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { commentText, hasIncident, incidentExists } from './queries.ts'

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

const comments: TextTable<SortName> = {
  table: 'comments',
  textColumn: sql`external_id`,
  otherColumns: [sql`id, related_entity_id, message, media_ids, created_at, created_by, edited`],
  text: commentText,
  sorts: {
    id: { expression: sql`id`, type: sql`uuid`, valueOf: (text) => readText(text).id },
    createdAt: { expression: sql`created_at`, type: sql`timestamptz`, valueOf: (text) => readText(text).createdAt },
  },
}

const readText = (text: string): Comment => JSON.parse(text)

/**
 * Reads one page of the comments on an incident, both comments by staff and comments made through the external API.
 * @throws Problem `incident_not_found`.
 */
export async function listComments(
  scope: OrganizationScope,
  incidentId: Uuid,
  query: ListQuery<SortName, never>,
): Promise<TextPage> {
  const conditions = [
    sql`related_entity_id = ${incidentId}`,
    sql`deleted_at is null`,
    incidentExists(scope, incidentId),
  ]
  const page = await readTextPage(scope, comments, query, conditions, 'generic')
  // Query the incident only if the page is empty, because a page with comments proves that the incident exists.
  if (page.count === 0 && !(await hasIncident(scope, incidentId))) {
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
export function listAllComments(scope: OrganizationScope, query: ListQuery<SortName, never>): Promise<TextPage> {
  const incidentsExist = sql`exists (
    select 1 from incidents
    where incidents.organization_id = ${scope.organizationId} and incidents.id = related_entity_id
      and incidents.deleted_at is null
  )`
  return readTextPage(scope, comments, query, [sql`deleted_at is null`, incidentsExist], 'generic')
}

/** Violation of a list query whose `relatedEntityId` is not the id of an incident of the organization. */
export const incidentParameterNotFound = violationOfParameter('relatedEntityId', 'incident_not_found')
