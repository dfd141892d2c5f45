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

interface Event {
  kind: `${EventSubject}_${string}`
  subjectKind: EventSubject
  /** Id of the object, or the number of a revision. */
  subjectId: string
  /** Changed fields as `[from, to]`, keyed by field. For a creation, the values of the new object. */
  changes: Record<string, unknown>
  /** Version of the incident to which the change led. Only changes of incidents have one. */
  version?: number | undefined
}

/** Records one event. Call it in the transaction of the change that the event describes. */
export const recordEvent = (scope: OrganizationScope, event: Event): Promise<void> => recordEvents(scope, [event])

/**
 * Records several events with one statement. The text of the statement does not depend on the number of events, so that
 * it is prepared only once.
 */
export async function recordEvents(scope: OrganizationScope, events: Event[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((event) => ({ id: newId(), ...event }))
  await sql`
    insert into events (organization_id, id, kind, subject_kind, subject_id, actor_id, changes, version)
    select
      ${scope.organizationId}::uuid, id, kind, "subjectKind", "subjectId", ${scope.actorId}::uuid, changes, version
    from json_to_recordset(${JSON.stringify(rows)}) as event (
      id uuid, kind text, "subjectKind" text, "subjectId" text, changes jsonb, version integer
    )`.execute(scope.database)
}
