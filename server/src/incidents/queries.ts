import type { IncidentResponse } from '@tocsin/contract/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql, type Selectable } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { OrganizationScope } from '../scope.ts'

/** Everything an IncidentResponse is made of. */
export const incidentColumns = [
  'id',
  'client_request_id',
  'name',
  'description',
  'type_id',
  'category_id',
  'priority',
  'state_id',
  'location_id',
  'point_id',
  'assignee_id',
  'occurred_at',
  'tags',
  'latitude',
  'longitude',
  'external_id',
  'media_ids',
  'created_by',
  'created_at',
  'last_modified_at',
  'creation_config_version',
] as const satisfies (keyof Tables['incidents'])[]

export type IncidentRow = Pick<Selectable<Tables['incidents']>, (typeof incidentColumns)[number]>

export const toIncident = (row: IncidentRow): IncidentResponse => ({
  id: row.id,
  clientRequestId: row.client_request_id,
  name: row.name,
  description: row.description,
  typeId: row.type_id,
  categoryId: row.category_id,
  priority: row.priority,
  stateId: row.state_id,
  locationId: row.location_id,
  pointId: row.point_id,
  assigneeId: row.assignee_id,
  occurredAt: row.occurred_at,
  tags: row.tags,
  latitude: row.latitude,
  longitude: row.longitude,
  externalId: row.external_id,
  mediaIds: row.media_ids,
  createdBy: row.created_by,
  createdAt: row.created_at,
  lastModifiedAt: row.last_modified_at,
  creationConfigVersion: row.creation_config_version,
})

export async function findIncident(scope: OrganizationScope, id: Uuid): Promise<IncidentResponse | undefined> {
  const row = await scope.database
    .selectFrom('incidents')
    .select(incidentColumns)
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && toIncident(row)
}

/** Finds what a clientRequestId created, deleted since or not: a retry is answered all the same. */
export const findCreation = (scope: OrganizationScope, clientRequestId: Uuid) =>
  scope.database
    .selectFrom('incidents')
    .select([...incidentColumns, 'request_sha256'])
    .where('organization_id', '=', scope.organizationId)
    .where('client_request_id', '=', clientRequestId)
    .executeTakeFirst()

/** @returns false when there is no such Incident, or no longer. */
export async function markRemoved(scope: OrganizationScope, id: Uuid): Promise<boolean> {
  const row = await scope.database
    .updateTable('incidents')
    .set({ deleted_at: sql<string>`now()` })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
