import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { AttachedMedia } from '@tocsin/contract/events/timeline.ts'
import type { OrganizationScope } from '../scope.ts'
import { findMediaIds, findMediaOf, toMedia } from './queries.ts'
import { subjectNotFound } from './subject-not-found.ts'
import type { UrlsOf } from './download/urls.ts'

/**
 * Describes every file of an Incident, in the order in which they were attached.
 * @throws Problem `incident_not_found`.
 */
export async function describeIncidentMedia(
  scope: OrganizationScope,
  incidentId: Uuid,
  urlsOf: UrlsOf,
): Promise<AttachedMedia[]> {
  const ids = await findMediaIds(scope, incidentId)
  if (!ids) throw subjectNotFound({ incidentId })
  return describeMedia(scope, ids, urlsOf)
}

/**
 * Describes files for those who see what they are attached to, each with its addresses.
 * @param ids of files that the caller found where they are attached.
 * @returns in the order of the ids.
 */
export async function describeMedia(scope: OrganizationScope, ids: Uuid[], urlsOf: UrlsOf): Promise<AttachedMedia[]> {
  if (ids.length === 0) return []
  const rows = new Map((await findMediaOf(scope, ids)).map((row) => [row.id, row]))
  const known = ids.map((id) => rows.get(id)).filter((row) => row !== undefined)
  return Promise.all(known.map(async (row) => ({ ...toMedia(row), ...(await urlsOf(row)) })))
}
