import type { IncidentResponse } from '@tocsin/contract/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql, type Updateable } from 'kysely'
import { nextLastModifiedAt } from '../database/last-modified-at.ts'
import type { Tables } from '../database/tables.ts'
import type { OrganizationScope } from '../scope.ts'
import type { ReferenceStates } from './insert-queries.ts'
import { readResponse } from './response.ts'

/**
 * Changes an Incident that is locked. `last_modified_at` moves forward by at least a millisecond, so that whoever saw the
 * one before can be told from whoever saw this one.
 */
export async function updateIncident(
  scope: OrganizationScope,
  id: Uuid,
  changed: Updateable<Tables['incidents']>,
): Promise<IncidentResponse> {
  const row = await scope.database
    .updateTable('incidents')
    .set({ ...changed, last_modified_at: nextLastModifiedAt })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .returning('response')
    .executeTakeFirstOrThrow()
  return readResponse(row.response)
}

/** What an Incident refers to outside of the configuration. */
export type References = Pick<IncidentResponse, 'locationId' | 'pointId' | 'assigneeId'>

/** What the database knows of the Location, the Point and the user that an Incident is about to refer to. */
export async function findReferenceStates(
  scope: OrganizationScope,
  { locationId, pointId, assigneeId }: References,
): Promise<ReferenceStates> {
  const { rows } = await sql<ReferenceStates>`
    select
      case
        when wanted.location_id is null then 'fine'
        when location.id is null then 'missing'
        when location.archived_at is not null then 'archived'
        else 'fine'
      end as location,
      case
        when wanted.point_id is null then 'fine'
        when point.id is null then 'missing'
        when point.location_id <> wanted.location_id then 'elsewhere'
        when point.archived_at is not null then 'archived'
        else 'fine'
      end as point,
      case
        when wanted.assignee_id is null then 'fine'
        when assignee.id is null then 'missing'
        when assignee.archived_at is not null then 'archived'
        else 'fine'
      end as assignee
    from (select ${locationId}::uuid as location_id, ${pointId}::uuid as point_id, ${assigneeId}::uuid as assignee_id)
      as wanted
    left join locations as location
      on location.organization_id = ${scope.organizationId} and location.id = wanted.location_id
    left join points as point on point.organization_id = ${scope.organizationId} and point.id = wanted.point_id
    left join users as assignee
      on assignee.organization_id = ${scope.organizationId} and assignee.id = wanted.assignee_id`.execute(
    scope.database,
  )
  return rows[0]!
}
