import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { StaffComment } from '@tocsin/contract/timeline.ts'
import { describeMedia } from '../media/describe.ts'
import type { UrlsOf } from '../media/urls.ts'
import type { OrganizationScope } from '../scope.ts'
import { findComments, toComment } from './queries.ts'

/**
 * Describes Comments for staff, each with its files and their addresses.
 * @returns by id; without those that have been deleted meanwhile.
 */
export async function describeComments(
  scope: OrganizationScope,
  ids: Uuid[],
  urlsOf: UrlsOf,
): Promise<Map<Uuid, StaffComment>> {
  if (ids.length === 0) return new Map()
  const rows = await findComments(scope, ids)
  const media = await describeMedia(
    scope,
    rows.flatMap((row) => row.media_ids),
    urlsOf,
  )
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...toComment(row),
        madeThroughApi: row.made_through_api,
        media: media.filter(({ id }) => row.media_ids.includes(id)),
      },
    ]),
  )
}
