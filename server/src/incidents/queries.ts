import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql, type Updateable } from 'kysely'
import { nextLastModifiedAt } from '../database/last-modified-at.ts'
import type { Tables } from '../database/tables.ts'
import type { OrganizationScope } from '../scope.ts'
import { searchText } from './list/search-text.ts'
import { selectReferenceStates, type References, type ReferenceStates } from './reference-queries.ts'
import { readResponse } from './response.ts'

/** Finds an incident that is not deleted. */
export async function findIncident(scope: OrganizationScope, id: Uuid): Promise<IncidentResponse | undefined> {
  const row = await selectIncident(scope, id).executeTakeFirst()
  return row && readResponse(row.response)
}

/** Finds an incident and locks its row until the transaction ends, so that nobody else can change the incident. */
export async function lockIncident(scope: OrganizationScope, id: Uuid): Promise<IncidentResponse | undefined> {
  const row = await selectIncident(scope, id).forNoKeyUpdate().executeTakeFirst()
  return row && readResponse(row.response)
}

const selectIncident = (scope: OrganizationScope, id: Uuid) =>
  scope.database
    .selectFrom('incidents')
    .select('response')
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)

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
    .set({ ...values, last_modified_at: nextLastModifiedAt })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', before.id)
    .returning('response')
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

/** Marks an incident as deleted. @returns false when there is no such incident or it is already deleted. */
export async function markDeleted(scope: OrganizationScope, id: Uuid): Promise<boolean> {
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
