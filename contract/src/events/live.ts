import Type, { type Static } from 'typebox'
import { Instant, Uuid } from '../scalars.ts'

/**
 * Data of the server-sent event `change` in a stream of live updates. The server may send the same change more than
 * once. The stream has three other events, whose data have no meaning:
 * - `ready`: the stream will contain every later change. The client must reload data that it read before this event.
 * - `reload`: the client must reload all data, because changes may have been missed or were too many to send.
 * - `still_here`: sent every 15 seconds, so that a client notices a broken connection.
 */
export const LiveChange = Type.Object(
  {
    kind: Type.String({ description: 'Kind of the event, for example incident.changed; see docs/events.md.' }),
    incidentId: Uuid,
    at: Instant,
    actorId: Uuid,
  },
  { additionalProperties: false },
)
export type LiveChange = Static<typeof LiveChange>
