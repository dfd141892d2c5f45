import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../scope.ts'
import { readResponse } from './response.ts'

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
