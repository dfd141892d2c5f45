import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { restorableDays } from '@tocsin/contract/limits.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import { raiseVersion } from '../database/raise-version.ts'
import type { OrganizationScope } from '../scope.ts'
import { responseText } from './response-queries.ts'
import { readResponse } from './response.ts'

/** Finds an incident that is not deleted. */
export async function findIncident(scope: OrganizationScope, id: Uuid): Promise<IncidentResponse | undefined> {
  const row = await selectIncident(scope, id).where('deleted_at', 'is', null).executeTakeFirst()
  return row && readResponse(row.response)
}

/** Finds the JSON text, the state and the version of an incident that is not deleted. */
export const findStoredResponse = (scope: OrganizationScope, id: Uuid) =>
  selectIncident(scope, id).select(['state_id', 'version']).where('deleted_at', 'is', null).executeTakeFirst()

/** Finds several incidents, and returns them in no particular order. Omits deleted incidents. */
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

/**
 * Reads an incident to answer the retry of an earlier write. A deleted incident has the values from before its
 * deletion.
 */
export async function readEvenDeleted(scope: OrganizationScope, id: Uuid): Promise<IncidentResponse> {
  return readResponse((await selectIncident(scope, id).executeTakeFirstOrThrow()).response)
}

/** Finds an incident and locks its row until the transaction ends, so that nobody else can change the incident. */
export async function lockIncident(scope: OrganizationScope, id: Uuid): Promise<IncidentResponse | undefined> {
  const row = await selectIncident(scope, id).where('deleted_at', 'is', null).forNoKeyUpdate().executeTakeFirst()
  return row && readResponse(row.response)
}

/** Locks the row of an incident until the transaction ends, even if the incident is deleted. */
export const lockEvenDeleted = (scope: OrganizationScope, id: Uuid) =>
  scope.database
    .selectFrom('incidents')
    .select('id')
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute()

const selectIncident = (scope: OrganizationScope, id: Uuid) =>
  scope.database
    .selectFrom('incidents')
    .select(responseText.as('response'))
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)

/**
 * Finds an incident that is not deleted, or was deleted within the last `restorableDays`, and locks its row until the
 * transaction ends.
 */
export async function lockRestorable(scope: OrganizationScope, id: Uuid) {
  const row = await selectIncident(scope, id)
    .select(sql<boolean>`deleted_at is not null`.as('isDeleted'))
    .where(sql<boolean>`(deleted_at is null or deleted_at > now() - make_interval(days => ${restorableDays}))`)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && { incident: readResponse(row.response), isDeleted: row.isDeleted }
}

/**
 * Restores a deleted incident and puts it into the given state. The caller must have locked its row. The version rises
 * by two: once for the deletion, which did not change the stored version, and once for the restoration.
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
 * Marks an incident as deleted. The caller must have locked its row. Does not raise the version in the row, because a
 * retry of an earlier write returns the incident as it was before its deletion.
 */
export const markDeleted = (scope: OrganizationScope, id: Uuid) =>
  scope.database
    .updateTable('incidents')
    .set({ deleted_at: sql<string>`now()` })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .execute()
