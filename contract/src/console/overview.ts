import Type, { type Static } from 'typebox'
import { Priority } from '../api/incident.ts'
import { Instant, nullable, Uuid } from '../scalars.ts'

const count = Type.Integer()

/** Counts of the incidents of an organization. An incident is open while its state is not final. */
export const Overview = Type.Object(
  {
    openCount: count,
    /** All priorities from most to least severe, also those with a count of 0. */
    openByPriority: Type.Array(Type.Object({ priority: Priority, count }, { additionalProperties: false })),
    /** States that are not final, in the order of the workflow. */
    openByState: Type.Array(
      Type.Object({ stateId: Uuid, name: Type.String(), count }, { additionalProperties: false }),
    ),
    /** Last 30 days in the requested time zone; today is the last entry. */
    days: Type.Array(
      Type.Object(
        {
          date: Type.String({ format: 'date' }),
          created: count,
          /** Number of incidents that moved from an open into a final state, each counted once per day. */
          closed: count,
        },
        { additionalProperties: false },
      ),
    ),
    /** At most ten locations, in descending order of open incidents. */
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
