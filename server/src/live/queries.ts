import type { LiveChange } from '@tocsin/contract/events/live.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { Database } from '../database/open.ts'
import type { OrganizationScope } from '../scope.ts'

/** Event of an organization. `incidentId` is null for an event that belongs to no incident. */
export interface FoundChange extends Omit<LiveChange, 'incidentId'> {
  organizationId: Uuid
  position: number
  incidentId: Uuid | null
}

/**
 * Reads the events of several organizations, oldest first. Runs without a scope, so that one query serves all
 * organizations with open streams.
 * @param after position after which to read the events, keyed by organization.
 * @param limit maximum number of events of each organization.
 */
export async function findChangesOf(
  database: Database,
  after: ReadonlyMap<Uuid, number>,
  limit: number,
): Promise<FoundChange[]> {
  const { rows } = await sql<FoundChange>`
    select feed.id as "organizationId", event.position, event.kind, event.at, event.actor_id as "actorId",
      event.incident_id as "incidentId"
    from unnest(${[...after.keys()]}::uuid[], ${[...after.values()]}::bigint[]) as feed (id, position)
    -- Positions have no gaps, so the greatest position limits the rows of each organization. A cluster accepts no other
    -- limit. With "any", PostgreSQL looks each organization up in the index; with "=" it could scan all events.
    join events as event on event.organization_id = any(array[feed.id])
      and event.position > feed.position and event.position <= feed.position + ${sql.lit(limit)}
    order by event.position`.execute(database)
  return rows
}

/** Reads the events of one organization after a position, oldest first. */
export const findChanges = (scope: OrganizationScope, after: number, limit: number): Promise<FoundChange[]> =>
  findChangesOf(scope.database, new Map([[scope.organizationId, after]]), limit)
