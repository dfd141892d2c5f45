import type { FeedEvent } from '@tocsin/contract/api/event.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../scope.ts'

/**
 * Maximum number of positions that one read covers. Without it, a read of rare kinds of events could cover the whole
 * feed.
 */
export const windowMaximum = 10_000

/** Returns true if the event at this position is older than `retentionDays`, so that the feed no longer returns it. */
export async function isExpired(scope: OrganizationScope, position: number, retentionDays: number): Promise<boolean> {
  const { rows } = await sql<{ isExpired: boolean }>`
    select exists (
      select 1 from events where organization_id = ${scope.organizationId} and position = ${position}
        and at < now() - make_interval(days => ${retentionDays})
    ) as "isExpired"`.execute(scope.database)
  return rows[0]!.isExpired
}

export interface FeedRow extends Omit<FeedEvent, 'position' | 'incident' | 'comment'> {
  position: number
  /** Number of events that the query found. The query returns fewer rows if the events are too long for one page. */
  found: number
}

/**
 * A page ends early once its events, incidents and comments exceed this size. Without this limit, a page could become
 * very long, because a single incident or comment may be as long as a request body. A page of 4 MiB took 70 ms of CPU.
 */
const pageEndsAfterBytes = 1024 * 1024

/**
 * Reads events of the feed, in the order of their positions.
 * @param after position after which the search starts.
 * @param until last position that the search covers.
 * @param kinds kinds of events to return.
 */
export async function findEvents(
  scope: OrganizationScope,
  { after, until, kinds, limit }: { after: number; until: number; kinds: readonly string[]; limit: number },
): Promise<FeedRow[]> {
  const { rows } = await sql<FeedRow>`
    with page as (
      select * from events
      where organization_id = ${scope.organizationId} and position > ${after} and position <= ${until}
        and kind = any(${kinds}::text[])
      order by position limit ${sql.lit(limit)}
    ),
    weighed as (
      select page.*, count(*) over ()::int as found,
        sum(
          octet_length(data::text) + coalesce(octet_length(incident.response), 0)
            + coalesce(octet_length(comment.external_id), 0)
        ) over (order by position rows between unbounded preceding and 1 preceding) as bytes_before
      from page left join incidents as incident
        on incident.organization_id = ${scope.organizationId} and incident.id = page.incident_id
      left join comments as comment
        on comment.organization_id = ${scope.organizationId} and comment.id = (page.data ->> 'commentId')::uuid
    )
    select id, position, kind, kind_version as "kindVersion", at, actor_id as "actorId", key_id as "keyId",
      incident_id as "incidentId", data, found
    from weighed where coalesce(bytes_before, 0) < ${pageEndsAfterBytes}
    order by position`.execute(scope.database)
  return rows
}
