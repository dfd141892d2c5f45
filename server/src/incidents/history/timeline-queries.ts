import { timelineKinds, type TimelineEntry } from '@tocsin/contract/events/timeline.ts'
import type { Instant, Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../../scope.ts'

/** Position of the last timeline entry on a page. The next page starts after it. */
export interface TimelinePosition {
  at: Instant
  id: Uuid
}

export interface TimelineRow extends Pick<TimelineEntry, 'id' | 'kind' | 'at' | 'changes'> {
  actorId: Uuid
  actorName: string
  actorKind: TimelineEntry['actor']['kind']
}

/**
 * A page ends early when its changes and comments exceed this size. A single changed value or `externalId` may be as
 * long as a request body, and a page of 4 MiB took 70 ms of CPU.
 */
const pageEndsAfterBytes = 1024 * 1024

/** Weight of a file of a comment. Signing its URLs takes as much CPU as writing this number of bytes. */
const fileBytes = 2_000

const before: TimelinePosition = { at: '0001-01-01T00:00:00.000Z', id: '00000000-0000-0000-0000-000000000000' }

/**
 * Reads one page of the history of an incident, oldest first: the events whose kinds a timeline shows. Leaves out
 * events about files of comments. For a deleted comment, leaves out its creation but includes its deletion. PostgreSQL
 * reads the events in the order of an index and stops at the end of the page.
 * @param position position before the first row of the page. Defaults to the start of the history.
 * @returns at most `limit` rows. The row of a new comment has no changes, and its id is the id of the comment, because
 *   the event has the same id. `hasMore` is true when more rows follow.
 */
export async function findTimeline(
  scope: OrganizationScope,
  incidentId: Uuid,
  limit: number,
  { at, id }: TimelinePosition = before,
): Promise<{ rows: TimelineRow[]; hasMore: boolean }> {
  const { rows } = await sql<TimelineRow & { found: number }>`
    with entry as (
      select id, kind, at, actor_id,
        case when kind = 'comment.created' then '{}'
          else coalesce(data -> 'changes', data - '{commentId,version}'::text[])
        end as changes,
        case when kind = 'comment.created' then (
          select coalesce(octet_length(external_id), 0) + cardinality(media_ids) * ${sql.lit(fileBytes)}
          from comments where organization_id = ${scope.organizationId} and id = events.id
        ) else 0 end as comment_bytes
      from events
      where organization_id = ${scope.organizationId} and incident_id = ${incidentId}
        and (at, id) > (${at}::timestamptz, ${id}::uuid)
        and kind = any(${timelineKinds}::text[])
        and (kind <> 'media.attached' or data ->> 'commentId' is null)
        and (kind <> 'comment.created' or (
          select deleted_at is null from comments where organization_id = ${scope.organizationId} and id = events.id
        ))
      -- One row more than the limit shows that more rows follow.
      order by at, id limit ${sql.lit(limit + 1)}
    ),
    weighed as (
      select *, count(*) over ()::int as found,
        sum(octet_length(changes::text) + comment_bytes)
          over (order by at, id rows between unbounded preceding and 1 preceding) as bytes_before
      from entry
    )
    select weighed.id, weighed.kind, at, changes, found, actor.id as "actorId", actor.name as "actorName",
      actor.kind as "actorKind"
    from weighed
    join users as actor on actor.organization_id = ${scope.organizationId} and actor.id = actor_id
    where coalesce(bytes_before, 0) < ${pageEndsAfterBytes}
    order by at, weighed.id limit ${sql.lit(limit)}`.execute(scope.database)
  return { rows, hasMore: rows.length < (rows[0]?.found ?? 0) }
}
