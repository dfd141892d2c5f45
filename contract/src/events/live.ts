import Type, { type Static } from 'typebox'
import { Instant, Uuid } from '../scalars.ts'

/**
 * One change, as a stream of live updates sends it in a server-sent event named `change`; it may be sent more than once.
 * Three other events have no data worth reading:
 * - `ready`: every change that is committed from now on will be sent, so whatever was read before must be read again;
 * - `reload`: more happened than is sent one by one, or changes may have been missed;
 * - `still_here`: every 15 seconds, so that a reader notices a connection over which nothing comes any more.
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
