import Type, { type Static } from 'typebox'
import { Priority } from '../api/incident.ts'
import { bulkMaximum } from '../limits.ts'
import { nullable, oneOf, Uuid } from '../scalars.ts'

const IncidentIds = Type.Array(Uuid, { minItems: 1, maxItems: bulkMaximum, uniqueItems: true })

export const TransitionIncidents = Type.Object(
  { incidentIds: IncidentIds, stateId: Uuid },
  { additionalProperties: false },
)
export type TransitionIncidents = Static<typeof TransitionIncidents>

/** Assignment of incidents to a user. Null removes the assignee. */
export const AssignIncidents = Type.Object(
  { incidentIds: IncidentIds, assigneeId: nullable(Uuid) },
  { additionalProperties: false },
)
export type AssignIncidents = Static<typeof AssignIncidents>

export const SetIncidentPriorities = Type.Object(
  { incidentIds: IncidentIds, priority: Priority },
  { additionalProperties: false },
)
export type SetIncidentPriorities = Static<typeof SetIncidentPriorities>

/**
 * Outcome of a bulk change for one incident. If the change was rejected, `code` and `detail` are those of the problem.
 */
export const ChangeOutcome = Type.Object(
  {
    incidentId: Uuid,
    outcome: oneOf(['done', 'refused']),
    code: nullable(Type.String()),
    detail: nullable(Type.String()),
  },
  { additionalProperties: false },
)
export type ChangeOutcome = Static<typeof ChangeOutcome>

/** Outcomes of a bulk change, in the order of `incidentIds` in the request. */
export const ChangeOutcomes = Type.Object({ outcomes: Type.Array(ChangeOutcome) }, { additionalProperties: false })
export type ChangeOutcomes = Static<typeof ChangeOutcomes>

/**
 * Number of incidents that match a filter. Counting stops at a limit. `hasMore` is true if there are matching incidents
 * beyond this limit.
 */
export const IncidentCount = Type.Object(
  { count: Type.Integer(), hasMore: Type.Boolean() },
  { additionalProperties: false },
)
export type IncidentCount = Static<typeof IncidentCount>
