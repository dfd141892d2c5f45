import type { LiveChange } from '@tocsin/contract/events/live.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../scope.ts'

export interface FoundChange extends LiveChange {
  id: Uuid
}

/**
 * Reads the events of incidents, comments and files, newest id first.
 * @param from smallest id to return. An id begins with the time at which the id was made.
 */
export async function findChanges(scope: OrganizationScope, from: Uuid, limit: number): Promise<FoundChange[]> {
  const { rows } = await sql<FoundChange>`
    select
      event.id, event.kind, event.at, event.actor_id as "actorId",
      case event.subject_kind
        when 'incident' then event.subject_id::uuid
        when 'comment' then (
          select related_entity_id from comments
          where organization_id = ${scope.organizationId} and id = event.subject_id::uuid
        )
        else (
          select coalesce(media.incident_id, comment.related_entity_id) from media
          left join comments as comment
            on comment.organization_id = media.organization_id and comment.id = media.comment_id
          where media.organization_id = ${scope.organizationId} and media.id = event.subject_id::uuid
        )
      end as "incidentId"
    from events as event
    where event.organization_id = ${scope.organizationId} and event.id >= ${from}
      and event.subject_kind in ('incident', 'comment', 'media')
    order by event.id desc limit ${sql.lit(limit)}`.execute(scope.database)
  return rows
}
