import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import { newId } from '../database/new-id.ts'
import type { OrganizationScope } from '../scope.ts'

/** Kind of object that an event is about. */
type EventSubject =
  | 'organization'
  | 'incident'
  | 'comment'
  | 'media'
  | 'api_key'
  | 'creation_configuration'
  | 'location'
  | 'point'
  | 'user'
  | 'workflow'
  | 'view'

export interface Event {
  kind: `${EventSubject}_${string}`
  subjectKind: EventSubject
  /** Id of the object, or the number of a revision. */
  subjectId: string
  /** Changed fields as `[from, to]`, keyed by field. For a creation, the values of the new object. */
  changes: Record<string, unknown>
  /** Version of the incident to which the change led. Only changes of incidents have one. */
  version?: number | undefined
}

/** Event with the user who acted. */
export interface ActedEvent extends Event {
  id: Uuid
  actorId: Uuid
}

/**
 * Records one event. Call it in the transaction of the change that the event describes. The event is written just
 * before the transaction commits.
 */
export const recordEvent = (scope: OrganizationScope, event: Event): Promise<void> => recordEvents(scope, [event])

/** Records several events, as `recordEvent` does. */
export async function recordEvents(scope: OrganizationScope, events: Event[]): Promise<void> {
  const acted = events.map((event) => ({ ...event, id: newId(), actorId: scope.actorId }))
  if (scope.pendingEvents) scope.pendingEvents.push(...acted)
  else await writeEvents(scope, acted)
}

/**
 * Writes events with the next positions of the feed, and locks the feed until the transaction ends. Positions are
 * therefore in the order of the commits. Other transactions of the organization wait for the lock, so it is the last
 * lock that a transaction takes. The text of the statement does not depend on the number of events, so that it is
 * prepared only once.
 * @see docs/decisions/0019-number-events-in-commit-order.md
 */
export async function writeEvents(scope: OrganizationScope, events: ActedEvent[]): Promise<void> {
  if (events.length === 0) return
  await sql`
    with feed as materialized (select next_position_1(${scope.organizationId}) as first)
    insert into events (organization_id, id, kind, subject_kind, subject_id, actor_id, changes, version, position)
    select
      ${scope.organizationId}::uuid, id, kind, "subjectKind", "subjectId", "actorId", changes, version,
      first - 1 + row_number() over (order by id)
    from feed, json_to_recordset(${JSON.stringify(events)}) as event (
      id uuid, kind text, "subjectKind" text, "subjectId" text, "actorId" uuid, changes jsonb, version integer
    )`.execute(scope.database)
}
