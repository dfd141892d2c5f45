import { setImmediate } from 'node:timers/promises'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { AttachedMedia } from '@tocsin/contract/events/timeline.ts'
import type { OrganizationScope } from '../scope.ts'
import { findMediaById, findMediaIds, toMedia } from './queries.ts'
import { subjectNotFound } from './subject.ts'
import type { UrlsOf } from './download/urls.ts'

/**
 * Describes the files of an incident, each with its download URLs, in the order in which they were attached.
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
 * Describes files, each with its download URLs.
 * @param ids ids of files. This function does not check the access to their incidents or comments; the caller must do
 *   so.
 * @returns the files in the order of the ids, without deleted files.
 */
export async function describeMedia(scope: OrganizationScope, ids: Uuid[], urlsOf: UrlsOf): Promise<AttachedMedia[]> {
  if (ids.length === 0) return []
  const rows = new Map((await findMediaById(scope, ids)).map((row) => [row.id, row]))
  const known = ids.map((id) => rows.get(id)).filter((row) => row !== undefined)
  const described: AttachedMedia[] = []
  for (const [index, row] of known.entries()) {
    // Let the server handle other requests in between, because an incident may have a thousand files or more.
    if (index % uninterruptedCount === uninterruptedCount - 1) await setImmediate()
    described.push({ ...toMedia(row), ...(await urlsOf(row)) })
  }
  return described
}

/**
 * Number of files whose URLs are signed without a pause. Signing the URLs of a picture and its thumbnail takes about
 * 0.1 ms if the files are in S3, and much less otherwise.
 */
const uninterruptedCount = 20
