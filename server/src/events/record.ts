import { v7 as uuidv7 } from 'uuid'
import type { OrganizationScope } from '../scope.ts'

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

interface Event {
  kind: `${EventSubject}_${string}`
  subjectKind: EventSubject
  /** An id, or the number of a revision. */
  subjectId: string
  /** What changed: field → [from, to], or the values of what came to be. */
  changes: Record<string, unknown>
}

/** Records one change. Call it in the transaction of the change itself. */
export async function recordEvent(scope: OrganizationScope, event: Event): Promise<void> {
  await scope.database
    .insertInto('events')
    .values({
      organization_id: scope.organizationId,
      id: uuidv7(),
      kind: event.kind,
      subject_kind: event.subjectKind,
      subject_id: event.subjectId,
      actor_id: scope.actorId,
      changes: JSON.stringify(event.changes),
    })
    .execute()
}
