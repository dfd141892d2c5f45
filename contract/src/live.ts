import Type, { type Static } from 'typebox'
import { Instant, Uuid } from './scalars.ts'

/**
 * One change, as a stream of live updates sends it in a server-sent event named `change`; it may be sent more than once.
 * Two other events have no data worth reading:
 * - `ready`: every change that is committed from now on will be sent, so whatever was read before must be read again;
 * - `reload`: more happened than is sent one by one, or changes may have been missed.
 */
export const LiveChange = Type.Object(
  {
    kind: Type.String({ description: 'incident_created, incident_transitioned, comment_added, …' }),
    incidentId: Uuid,
    at: Instant,
    actorId: Uuid,
  },
  { additionalProperties: false },
)
export type LiveChange = Static<typeof LiveChange>
