import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../scope.ts'
import { readResponse, type StoredResponse } from './response.ts'

/** Selects an incident that is not deleted. */
export const selectIncident = (scope: OrganizationScope, id: Uuid) =>
  scope.database
    .selectFrom('incidents')
    .select('response')
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)

export async function findIncident(scope: OrganizationScope, id: Uuid): Promise<IncidentResponse | undefined> {
  const row = await selectIncident(scope, id).executeTakeFirst()
  return row && readResponse(row.response)
}

export interface StoredCreation {
  id: Uuid
  creation_config_version: number
  request_sha256: Buffer
  response: StoredResponse
}

/** Finds the incident that a clientRequestId created, even if it has been deleted: a retry is answered with it. */
export const findCreation = (scope: OrganizationScope, clientRequestId: Uuid): Promise<StoredCreation | undefined> =>
  scope.database
    .selectFrom('incidents')
    .select(['id', 'creation_config_version', 'request_sha256', 'response'])
    .where('organization_id', '=', scope.organizationId)
    .where('client_request_id', '=', clientRequestId)
    .executeTakeFirst()

/** @returns false when the incident is missing or already deleted. */
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
