import Type, { type Static } from 'typebox'
import { Priority } from '../api/incident.ts'
import { ProblemDetails } from '../api/problem.ts'
import { bulkEventRangesMaximum, bulkIdsMaximum, bulkMaximum } from '../limits.ts'
import { Instant, nullable, oneOf, ref, Uuid } from '../scalars.ts'

/**
 * Change that a bulk change makes to each incident. The object has exactly one field. A null `assigneeId` removes the
 * assignee.
 */
const Change = Type.Object(
  {
    stateId: Type.Optional(Uuid),
    assigneeId: Type.Optional(nullable(Uuid)),
    priority: Type.Optional(Priority),
    deleted: Type.Optional(Type.Literal(true)),
  },
  { additionalProperties: false, minProperties: 1, maxProperties: 1 },
)

/**
 * Incidents that a bulk change has not processed yet: the newest `count` matching incidents that are older than the
 * incident in `createdBefore`.
 */
const Remaining = Type.Object(
  {
    createdBefore: Type.Object({ createdAt: Instant, incidentId: Uuid }, { additionalProperties: false }),
    count: Type.Integer({ minimum: 1, maximum: bulkMaximum }),
  },
  { additionalProperties: false },
)
export type Remaining = Static<typeof Remaining>

/**
 * Bulk change of incidents. The query string of the request contains the filters that the incidents must match. If the
 * body has `incidentIds`, only incidents with these ids are changed. A request that continues a bulk change has
 * `remaining`.
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

/**
 * Request body that undoes a bulk change. It contains the positions of the events that the change recorded. Only
 * changes by the user who sends the request are undone.
 */
export const BulkUndo = Type.Object(
  { events: Type.Array(EventRange, { minItems: 1, maxItems: bulkEventRangesMaximum }) },
  { additionalProperties: false },
)
export type BulkUndo = Static<typeof BulkUndo>

/**
 * Incident that a bulk change left unchanged. `code` and `detail` come from the problem that prevented the change. The
 * code `no_longer_matches` means that the incident was deleted or no longer matches the filters. A deleted incident has
 * null as number and name.
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

/** Outcome of one piece of a bulk change. The changes of this piece are already stored. */
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
 * Line of the NDJSON response to a bulk change or its undo. The first line has the number of incidents to change, and
 * the next lines report the progress. The last line is one of three: the end, the problem that stopped the change, or,
 * after about a second, the body of the request that continues the change. A client cancels the change by not sending
 * this request. The progress lines say what was changed until then. Empty lines show that the server is alive.
 */
export const BulkMessage = Type.Union([
  Type.Object({ total: Type.Integer() }, { additionalProperties: false }),
  BulkProgress,
  Type.Object({ rest: Type.Union([BulkChange, BulkUndo]) }, { additionalProperties: false }),
  Type.Object({ outcome: oneOf(['finished']) }, { additionalProperties: false }),
  Type.Object({ problem: ref(ProblemDetails) }, { additionalProperties: false }),
])
export type BulkMessage = Static<typeof BulkMessage>
