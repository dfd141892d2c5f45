import type { LiveChange } from '@tocsin/contract/events/live.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../scope.ts'

export interface FoundChange extends LiveChange {
  id: Uuid
}

/**
 * Reads the events that belong to incidents, newest id first.
 * @param from smallest id to return. An id begins with the time at which the id was made.
 */
export const findChanges = (scope: OrganizationScope, from: Uuid, limit: number): Promise<FoundChange[]> =>
  scope.database
    .selectFrom('events')
    .select(['id', 'kind', 'at', 'actor_id as actorId', 'incident_id as incidentId'])
    .$narrowType<{ incidentId: Uuid }>()
    .where('organization_id', '=', scope.organizationId)
    .where('id', '>=', from)
    .where('incident_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
