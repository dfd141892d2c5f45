import Type, { type Static } from 'typebox'
import { Instant, Uuid } from './scalars.ts'

/**
 * What a stream of live updates says of one change, in server-sent events named `change`; perhaps more than once. Two others
 * have no data worth reading: `ready`, whatever is committed from now on will be told, so what was read before is read
 * again; `reload`, more happened than is told one by one, or nobody knows what was missed.
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
