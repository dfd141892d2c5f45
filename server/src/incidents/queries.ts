import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql, type Updateable } from 'kysely'
import { raiseVersion } from '../database/raise-version.ts'
import type { Tables } from '../database/tables.ts'
import type { OrganizationScope } from '../scope.ts'
import { searchText } from './list/search-text.ts'
import { selectReferenceStates, type References, type ReferenceStates } from './reference-queries.ts'
import { responseText } from './response-queries.ts'
import { readResponse } from './response.ts'

/** Finds an incident that is not deleted. */
export async function findIncident(scope: OrganizationScope, id: Uuid): Promise<IncidentResponse | undefined> {
  const row = await selectIncident(scope, id).where('deleted_at', 'is', null).executeTakeFirst()
  return row && readResponse(row.response)
}

/** Finds the JSON text of an incident that is not deleted, with the columns that its reader needs besides. */
export const findStoredResponse = (scope: OrganizationScope, id: Uuid) =>
  selectIncident(scope, id).select(['state_id', 'version']).where('deleted_at', 'is', null).executeTakeFirst()

/** Finds several incidents, in any order. Omits deleted incidents. */
export async function findIncidents(scope: OrganizationScope, ids: Uuid[]): Promise<IncidentResponse[]> {
  const rows = await scope.database
    .selectFrom('incidents')
    .select(responseText.as('response'))
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', sql<Uuid>`any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ response }) => readResponse(response))
}

/** Reads an incident for the response to a retry. A deleted incident has the values that it had before its deletion. */
export async function readEvenDeleted(scope: OrganizationScope, id: Uuid): Promise<IncidentResponse> {
  return readResponse((await selectIncident(scope, id).executeTakeFirstOrThrow()).response)
}

/** Finds an incident and locks its row until the transaction ends, so that nobody else can change the incident. */
export async function lockIncident(scope: OrganizationScope, id: Uuid): Promise<IncidentResponse | undefined> {
  const row = await selectIncident(scope, id).where('deleted_at', 'is', null).forNoKeyUpdate().executeTakeFirst()
  return row && readResponse(row.response)
}

const selectIncident = (scope: OrganizationScope, id: Uuid) =>
  scope.database
    .selectFrom('incidents')
    .select(responseText.as('response'))
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)

type Columns = Updateable<Tables['incidents']>

const columns: Partial<Record<keyof IncidentResponse, keyof Columns>> = {
  name: 'name',
  description: 'description',
  typeId: 'type_id',
  categoryId: 'category_id',
  priority: 'priority',
  stateId: 'state_id',
  locationId: 'location_id',
  pointId: 'point_id',
  assigneeId: 'assignee_id',
  occurredAt: 'occurred_at',
  tags: 'tags',
  latitude: 'latitude',
  longitude: 'longitude',
  externalId: 'external_id',
}

/**
 * Stores the changed fields of a locked incident.
 * @param before the locked incident, before the change.
 * @param changed the fields to store, with their new values.
 * @returns the incident after the change.
 */
export async function updateIncident(
  scope: OrganizationScope,
  before: IncidentResponse,
  changed: Partial<IncidentResponse>,
): Promise<IncidentResponse> {
  const fields = Object.entries(changed) as [keyof IncidentResponse, unknown][]
  const values: Columns = Object.fromEntries(fields.map(([field, value]) => [columns[field], value]))
  if (changed.name !== undefined || changed.tags !== undefined) {
    const { name, tags } = { ...before, ...changed }
    values.search_text = searchText(name, tags)
  }
  const row = await scope.database
    .updateTable('incidents')
    .set({ ...values, ...raiseVersion })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', before.id)
    .returning(responseText.as('response'))
    .executeTakeFirstOrThrow()
  return readResponse(row.response)
}

/**
 * Finds the states of the references of a changed incident. A reference to an archived location, point or user is a
 * violation.
 */
export async function findReferenceStates(scope: OrganizationScope, references: References): Promise<ReferenceStates> {
  const { rows } = await selectReferenceStates(scope, references, true).execute(scope.database)
  return rows[0] as ReferenceStates
}

/**
 * Lists the fields of an incident that have changed since a version, in alphabetical order.
 * @param since a version before the current one.
 */
export async function findChangedFields(scope: OrganizationScope, id: Uuid, since: number): Promise<string[]> {
  const { rows } = await sql<{ field: string }>`
    select distinct field
    from events, jsonb_object_keys(
      case when kind like 'media.%' then '{"mediaIds": 1}' else coalesce(data -> 'changes', '{}') end
    ) as field
    where organization_id = ${scope.organizationId} and incident_id = ${id} and (data ->> 'version')::integer > ${since}
    order by field`.execute(scope.database)
  return rows.map(({ field }) => field)
}

/**
 * Finds an incident that is not deleted, or was deleted recently, and locks its row until the transaction ends.
 * @param days maximum number of days since the deletion.
 */
export async function lockDeleted(scope: OrganizationScope, id: Uuid, days: number) {
  const row = await selectIncident(scope, id)
    .select(sql<boolean>`deleted_at is not null`.as('isDeleted'))
    .where(sql<boolean>`(deleted_at is null or deleted_at > now() - make_interval(days => ${days}))`)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && { incident: readResponse(row.response), isDeleted: row.isDeleted }
}

/**
 * Restores a locked, deleted incident, in the given state. The new version is two above the stored version, because the
 * deletion has the version in between.
 */
export async function markRestored(scope: OrganizationScope, id: Uuid, stateId: Uuid): Promise<IncidentResponse> {
  const row = await scope.database
    .updateTable('incidents')
    .set({ deleted_at: null, state_id: stateId, ...raiseVersion, version: sql<number>`version + 2` })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .returning(responseText.as('response'))
    .executeTakeFirstOrThrow()
  return readResponse(row.response)
}

/**
 * Marks a locked incident as deleted. The version in the row stays the same, because a retry of an earlier write
 * returns a deleted incident as it was before its deletion.
 */
export const markDeleted = (scope: OrganizationScope, id: Uuid) =>
  scope.database
    .updateTable('incidents')
    .set({ deleted_at: sql<string>`now()` })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .execute()
