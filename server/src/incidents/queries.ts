import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../scope.ts'
import { readResponse, type StoredResponse } from './response.ts'

const livingIncident = (scope: OrganizationScope, id: Uuid) =>
  scope.database
    .selectFrom('incidents')
    .select('response')
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)

export async function findIncident(scope: OrganizationScope, id: Uuid): Promise<IncidentResponse | undefined> {
  const row = await livingIncident(scope, id).executeTakeFirst()
  return row && readResponse(row.response)
}

/** Finds an Incident and keeps others from changing it until the transaction ends. */
export async function lockIncident(scope: OrganizationScope, id: Uuid): Promise<IncidentResponse | undefined> {
  const row = await livingIncident(scope, id).forNoKeyUpdate().executeTakeFirst()
  return row && readResponse(row.response)
}

export interface StoredCreation {
  id: Uuid
  creation_config_version: number
  request_sha256: Buffer
  response: StoredResponse
}

/** Finds what a clientRequestId created, deleted since or not: a retry is answered all the same. */
export const findCreation = (scope: OrganizationScope, clientRequestId: Uuid): Promise<StoredCreation | undefined> =>
  scope.database
    .selectFrom('incidents')
    .select(['id', 'creation_config_version', 'request_sha256', 'response'])
    .where('organization_id', '=', scope.organizationId)
    .where('client_request_id', '=', clientRequestId)
    .executeTakeFirst()

/** @returns false when there is no such Incident, or no longer. */
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
