import type { IncidentResponse, Priority } from '@tocsin/contract/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Updateable } from 'kysely'
import { nextLastModifiedAt } from '../database/last-modified-at.ts'
import type { Tables } from '../database/tables.ts'
import type { OrganizationScope } from '../scope.ts'
import { readResponse } from './response.ts'
import { searchText } from './search-text.ts'

/** Stores what can be edited of an Incident, which is locked. */
export const updateFields = (scope: OrganizationScope, incident: IncidentResponse): Promise<IncidentResponse> =>
  update(scope, incident.id, {
    name: incident.name,
    description: incident.description,
    type_id: incident.typeId,
    category_id: incident.categoryId,
    priority: incident.priority,
    location_id: incident.locationId,
    point_id: incident.pointId,
    occurred_at: incident.occurredAt,
    tags: incident.tags,
    latitude: incident.latitude,
    longitude: incident.longitude,
    external_id: incident.externalId,
    search_text: searchText(incident.name, incident.tags),
  })

/** Stores the state of an Incident, which is locked. */
export const updateState = (scope: OrganizationScope, id: Uuid, stateId: Uuid): Promise<IncidentResponse> =>
  update(scope, id, { state_id: stateId })

/** Stores who has an Incident, which is locked. */
export const updateAssignee = (
  scope: OrganizationScope,
  id: Uuid,
  assigneeId: Uuid | null,
): Promise<IncidentResponse> => update(scope, id, { assignee_id: assigneeId })

/** Stores how urgent an Incident is, which is locked. */
export const updatePriority = (scope: OrganizationScope, id: Uuid, priority: Priority): Promise<IncidentResponse> =>
  update(scope, id, { priority })

async function update(
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
