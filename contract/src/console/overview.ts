import Type, { type Static } from 'typebox'
import { Priority } from '../api/incident.ts'
import { Instant, nullable, Uuid } from '../scalars.ts'

const count = Type.Integer()

/** The Incidents of an Organization at a glance. An Incident is open while its state is not a final one. */
export const Overview = Type.Object(
  {
    openCount: count,
    /** From most to least severe; a priority that no open Incident has is listed with 0. */
    openByPriority: Type.Array(Type.Object({ priority: Priority, count }, { additionalProperties: false })),
    /** In the order of the workflow, without the final states. */
    openByState: Type.Array(
      Type.Object({ stateId: Uuid, name: Type.String(), count }, { additionalProperties: false }),
    ),
    /** The last 30 days in the time zone asked for, today last. */
    days: Type.Array(
      Type.Object(
        {
          date: Type.String({ format: 'date' }),
          created: count,
          /** Incidents that moved from a state that is not final into one that is; each is counted once a day. */
          closed: count,
        },
        { additionalProperties: false },
      ),
    ),
    /** At most ten, the one with most open Incidents first. */
    busiestLocations: Type.Array(
      Type.Object({ locationId: Uuid, name: Type.String(), openCount: count }, { additionalProperties: false }),
    ),
    /** At most ten open Incidents that nobody is assigned to, the oldest first. */
    oldestUnassigned: Type.Array(
      Type.Object(
        { id: Uuid, name: nullable(Type.String()), priority: Priority, stateId: Uuid, createdAt: Instant },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)
export type Overview = Static<typeof Overview>
