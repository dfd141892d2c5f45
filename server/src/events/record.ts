import type { CatalogueEvent } from '@tocsin/contract/events/catalogue.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql, type RawBuilder } from 'kysely'
import { newId } from '../database/new-id.ts'
import type { OrganizationScope } from '../scope.ts'

/** Event with its id, the acting user, and the API key if there was one. */
export type ActedEvent = CatalogueEvent & { id: Uuid; actorId: Uuid; keyId: Uuid | null }

/**
 * Records one event. Call this function in the transaction of the change. The event is written just before the commit.
 */
export const recordEvent = (scope: OrganizationScope, event: CatalogueEvent): Promise<void> =>
  recordEvents(scope, [event])

/** Records several events, as `recordEvent` does. */
export async function recordEvents(scope: OrganizationScope, events: CatalogueEvent[]): Promise<void> {
  const acted = events.map((event) => ({ ...event, id: newId(), actorId: scope.actorId, keyId: scope.keyId }))
  if (scope.pendingEvents) scope.pendingEvents.push(...acted)
  else if (acted.length > 0) await eventInsert(scope, acted).execute(scope.database)
}

/**
 * Builds the statement that locks the feed until the transaction ends, and writes events with the next positions. The
 * lock puts the positions into the order of the commits. Other transactions of the organization wait for this lock, so
 * a transaction takes it last. Except on a cluster, the text of the statement is the same for any number of events, so
 * PostgreSQL prepares it only once.
 * @param events one or more events.
 * @see docs/decisions/0019-number-events-in-commit-order.md
 */
export const eventInsert = (scope: OrganizationScope, events: ActedEvent[]): RawBuilder<unknown> =>
  scope.service.isDistributed ? eventValues(scope, events) : eventRows(scope, events)

const eventRows = (scope: OrganizationScope, events: ActedEvent[]) => sql`
  with feed as materialized (select next_position_1(${scope.organizationId}) as first)
  insert into events (organization_id, id, kind, kind_version, incident_id, actor_id, key_id, data, position)
  select
    ${scope.organizationId}::uuid, id, kind, "kindVersion", "incidentId", "actorId", "keyId", data,
    first - 1 + row_number() over (order by id)
  from feed, json_to_recordset(${JSON.stringify(events)}) as event (
    id uuid, kind text, "kindVersion" smallint, "incidentId" uuid, "actorId" uuid, "keyId" uuid, data jsonb
  )`

/**
 * Builds the statement of `eventInsert` for a cluster. It inserts VALUES, so that a single node can run it. The
 * coordinator calls `next_position_1` for each event before the first event is inserted. All calls therefore return the
 * same position, and the index of the event is added to it.
 */
function eventValues({ organizationId }: OrganizationScope, events: ActedEvent[]) {
  const rows = events.map(
    ({ id, kind, kindVersion, incidentId, actorId, keyId, data }, index) => sql`(
      ${organizationId}, ${id}, ${kind}, ${kindVersion}, ${incidentId}, ${actorId}, ${keyId}, ${JSON.stringify(data)},
      next_position_1(${organizationId}) + ${sql.lit(index)}
    )`,
  )
  return sql`
    insert into events (organization_id, id, kind, kind_version, incident_id, actor_id, key_id, data, position)
    values ${sql.join(rows)}`
}
