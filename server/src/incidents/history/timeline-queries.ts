import type { TimelineEntry } from '@tocsin/contract/events/timeline.ts'
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
 * Size of the changes on a page, in bytes, after which the page ends early. The limit exists because one value may be
 * as long as a request body.
 */
const pageEndsAfterBytes = 4 * 1024 * 1024

const before: TimelinePosition = { at: '0001-01-01T00:00:00.000Z', id: '00000000-0000-0000-0000-000000000000' }

/**
 * Reads one page of the history of an incident, oldest first. The history consists of three kinds of rows: events of
 * the incident, comments (with the comment's id as row id) and deletions of comments. PostgreSQL reads each kind in the
 * order of an index and stops at the end of the page.
 * @param position the page starts after this position. Defaults to the start of the history.
 * @returns at most `limit` rows. `hasMore` is true when more rows follow.
 */
export async function findTimeline(
  scope: OrganizationScope,
  incidentId: Uuid,
  limit: number,
  { at, id }: TimelinePosition = before,
): Promise<{ rows: TimelineRow[]; hasMore: boolean }> {
  // Read one row more than the limit, which shows that more rows follow.
  const extent = sql`limit ${sql.lit(limit + 1)}`
  const isAfter = (column: string, idColumn: string) =>
    sql`(${sql.ref(column)}, ${sql.ref(idColumn)}) > (${at}::timestamptz, ${id}::uuid)`
  const { rows } = await sql<TimelineRow & { found: number }>`
    with entry as (
      (
        select id, kind, at, actor_id, changes from events
        where organization_id = ${scope.organizationId} and subject_id = ${incidentId} and subject_kind = 'incident'
          and ${isAfter('at', 'id')}
        order by at, id ${extent}
      )
      union all
      (
        select id, 'comment_added', created_at, created_by, '{}'::jsonb from comments
        where organization_id = ${scope.organizationId} and related_entity_id = ${incidentId} and deleted_at is null
          and ${isAfter('created_at', 'id')}
        order by created_at, id ${extent}
      )
      union all
      (
        select event.id, event.kind, event.at, event.actor_id, jsonb_build_object('createdBy', comment.created_by)
        from comments as comment
        join events as event
          on event.organization_id = comment.organization_id and event.subject_id = comment.id::text
          and event.kind = 'comment_removed'
        where comment.organization_id = ${scope.organizationId} and comment.related_entity_id = ${incidentId}
          and comment.deleted_at is not null and ${isAfter('event.at', 'event.id')}
        order by event.at, event.id ${extent}
      )
      order by at, id ${extent}
    ),
    weighed as (
      select *, count(*) over ()::int as found,
        sum(octet_length(changes::text)) over (order by at, id rows between unbounded preceding and 1 preceding) as bytes_before
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
