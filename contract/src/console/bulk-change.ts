import Type, { type Static } from 'typebox'
import { Priority } from '../api/incident.ts'
import { ProblemDetails } from '../api/problem.ts'
import { bulkEventRangesMaximum, bulkIdsMaximum, bulkMaximum } from '../limits.ts'
import { Instant, nullable, oneOf, ref, Uuid } from '../scalars.ts'

/** Change of each incident in a bulk change. It has exactly one member. A null `assigneeId` unassigns. */
const Change = Type.Object(
  {
    stateId: Type.Optional(Uuid),
    assigneeId: Type.Optional(nullable(Uuid)),
    priority: Type.Optional(Priority),
    deleted: Type.Optional(Type.Literal(true)),
  },
  { additionalProperties: false, minProperties: 1, maxProperties: 1 },
)

/** Rest of a bulk change of all matching incidents: the next `count` that were created before the given incident. */
const Remaining = Type.Object(
  {
    createdBefore: Type.Object({ createdAt: Instant, incidentId: Uuid }, { additionalProperties: false }),
    count: Type.Integer({ minimum: 1, maximum: bulkMaximum }),
  },
  { additionalProperties: false },
)
export type Remaining = Static<typeof Remaining>

/**
 * Bulk change of incidents. The query of the request has the filters that the incidents must match. With `incidentIds`,
 * only those incidents are changed. `remaining` is in the body of a request that continues a change.
 */
export const BulkChange = Type.Object(
  {
    change: Change,
    incidentIds: Type.Optional(Type.Array(Uuid, { minItems: 1, maxItems: bulkIdsMaximum, uniqueItems: true })),
    remaining: Type.Optional(Remaining),
  },
  { additionalProperties: false },
)
export type BulkChange = Static<typeof BulkChange>

const position = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** Positions of consecutive events in the feed of the organization. */
export const EventRange = Type.Object({ first: position, last: position }, { additionalProperties: false })
export type EventRange = Static<typeof EventRange>

/** Undo of a bulk change: the events that the change recorded. Only changes that the same user made are undone. */
export const BulkUndo = Type.Object(
  { events: Type.Array(EventRange, { minItems: 1, maxItems: bulkEventRangesMaximum }) },
  { additionalProperties: false },
)
export type BulkUndo = Static<typeof BulkUndo>

/**
 * Incident that a bulk change left as it was. `code` and `detail` are those of the problem with its change, or the code
 * is `no_longer_matches`: the incident was deleted, or no longer matches the filters. The number and the name are null
 * for a deleted incident.
 */
export const LeftIncident = Type.Object(
  {
    incidentId: Uuid,
    number: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
    name: nullable(Type.String()),
    code: Type.String(),
    detail: Type.String(),
  },
  { additionalProperties: false },
)
export type LeftIncident = Static<typeof LeftIncident>

/** Outcome of one piece of a bulk change. Everything in it is stored. */
export const BulkProgress = Type.Object(
  {
    done: Type.Integer({ description: 'Incidents that this piece processed.' }),
    changed: Type.Integer({ description: 'Incidents that this piece changed.' }),
    left: Type.Array(LeftIncident),
    events: nullable(EventRange),
  },
  { additionalProperties: false },
)
export type BulkProgress = Static<typeof BulkProgress>

/**
 * Line of the NDJSON response to a bulk change or its undo: first the number of incidents of this request, then the
 * progress, finally the end or the problem that stopped the change. A response ends after about a second, with the body
 * of the request that continues the change. A client that cancels the change sends no further request, so that it
 * always knows what was changed. Empty lines show that the server is alive.
 */
export const BulkMessage = Type.Union([
  Type.Object({ total: Type.Integer() }, { additionalProperties: false }),
  BulkProgress,
  Type.Object({ rest: Type.Union([BulkChange, BulkUndo]) }, { additionalProperties: false }),
  Type.Object({ outcome: oneOf(['finished']) }, { additionalProperties: false }),
  Type.Object({ problem: ref(ProblemDetails) }, { additionalProperties: false }),
])
export type BulkMessage = Static<typeof BulkMessage>
