import type { IncidentResponse } from '@tocsin/contract/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Updateable } from 'kysely'
import { nextLastModifiedAt } from '../database/last-modified-at.ts'
import type { Tables } from '../database/tables.ts'
import type { OrganizationScope } from '../scope.ts'
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
