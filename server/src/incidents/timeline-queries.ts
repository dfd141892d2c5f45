import type { TimelineEntry } from '@tocsin/contract/timeline.ts'
import type { Instant, Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../scope.ts'

/** Where a page ended. */
export interface TimelinePosition {
  at: Instant
  id: Uuid
}

export interface TimelineRow extends Pick<TimelineEntry, 'id' | 'kind' | 'at' | 'changes'> {
  actorId: Uuid
  actorName: string
  actorKind: TimelineEntry['actor']['kind']
}

const before: TimelinePosition = { at: '0001-01-01T00:00:00.000Z', id: '00000000-0000-0000-0000-000000000000' }

/**
 * Reads what happened to an Incident, the oldest first: its events, the Comments that are there, under their own ids, and
 * the deletions of those that are gone. Each of the three is read off an index in order, as far as the page goes.
 */
export async function findTimeline(
  scope: OrganizationScope,
  incidentId: Uuid,
  limit: number,
  { at, id }: TimelinePosition = before,
): Promise<TimelineRow[]> {
  const extent = sql.raw(`limit ${limit}`)
  const isAfter = (column: string, idColumn: string) =>
    sql`(${sql.ref(column)}, ${sql.ref(idColumn)}) > (${at}::timestamptz, ${id}::uuid)`
  const { rows } = await sql<TimelineRow>`
    select entry.id, entry.kind, entry.at, entry.changes, actor.id as "actorId", actor.name as "actorName",
      actor.kind as "actorKind"
    from (
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
    ) as entry
    join users as actor on actor.organization_id = ${scope.organizationId} and actor.id = entry.actor_id
    order by entry.at, entry.id ${extent}`.execute(scope.database)
  return rows
}
