import Type, { type Static } from 'typebox'
import { Instant, Uuid } from '../scalars.ts'

/**
 * Data of the server-sent event `change` in a stream of live updates. The same change may be sent more than once.
 * Three other events have no meaningful data:
 * - `ready`: all later commits will be sent, so the reader must read everything again that it read before;
 * - `reload`: there were too many changes to send one by one, or changes may have been missed;
 * - `still_here`: sent every 15 seconds, so that a reader notices a broken connection.
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
