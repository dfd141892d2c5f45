import Type, { type Static } from 'typebox'
import { Priority } from '../api/incident.ts'
import { Instant, nullable, Uuid } from '../scalars.ts'

const count = Type.Integer()

/** Numbers of incidents of an organization. An incident is open while its state is not final. */
export const Overview = Type.Object(
  {
    openCount: count,
    /** Number of open incidents of each priority, from the most to the least severe priority. Includes zeros. */
    openByPriority: Type.Array(Type.Object({ priority: Priority, count }, { additionalProperties: false })),
    /** Number of open incidents in each state that is not final, in the order of the workflow. */
    openByState: Type.Array(
      Type.Object({ stateId: Uuid, name: Type.String(), count }, { additionalProperties: false }),
    ),
    /** One entry for each of the last 30 days in the requested time zone. The last entry is today. */
    days: Type.Array(
      Type.Object(
        {
          date: Type.String({ format: 'date' }),
          created: count,
          /**
           * Number of incidents that moved from an open into a final state on this day. An incident that did so several
           * times on this day counts once.
           */
          closed: count,
        },
        { additionalProperties: false },
      ),
    ),
    /** At most ten locations: those with the most open incidents, in descending order of this number. */
    busiestLocations: Type.Array(
      Type.Object({ locationId: Uuid, name: Type.String(), openCount: count }, { additionalProperties: false }),
    ),
    /** At most ten open incidents without an assignee, oldest first. */
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
