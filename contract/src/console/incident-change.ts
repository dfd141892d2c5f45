import Type, { type Static } from 'typebox'
import { IncidentName, IncidentTags, Latitude, Longitude, Priority } from '../api/incident.ts'
import { bulkMaximum } from '../limits.ts'
import { Instant, nullable, oneOf, Uuid } from '../scalars.ts'

/**
 * Edit of an incident by staff. An absent field keeps its value. Null clears the field. The state and the assignee are
 * changed by other operations. The priority can be changed by an edit or by the operation that sets priorities.
 */
export const EditIncident = Type.Object(
  {
    name: Type.Optional(nullable(IncidentName)),
    description: Type.Optional(nullable(Type.String())),
    typeId: Type.Optional(nullable(Uuid)),
    categoryId: Type.Optional(nullable(Uuid)),
    priority: Type.Optional(Priority),
    locationId: Type.Optional(nullable(Uuid)),
    pointId: Type.Optional(nullable(Uuid)),
    occurredAt: Type.Optional(Instant),
    tags: Type.Optional(IncidentTags),
    latitude: Type.Optional(nullable(Latitude)),
    longitude: Type.Optional(nullable(Longitude)),
    externalId: Type.Optional(nullable(Type.String())),
  },
  { additionalProperties: false, minProperties: 1 },
)
export type EditIncident = Static<typeof EditIncident>

export const TransitionIncident = Type.Object({ stateId: Uuid }, { additionalProperties: false })
export type TransitionIncident = Static<typeof TransitionIncident>

/** Assignment of an incident to a user. Null removes the assignee. */
export const AssignIncident = Type.Object({ assigneeId: nullable(Uuid) }, { additionalProperties: false })
export type AssignIncident = Static<typeof AssignIncident>

export const SetIncidentPriority = Type.Object({ priority: Priority }, { additionalProperties: false })
export type SetIncidentPriority = Static<typeof SetIncidentPriority>

const IncidentIds = Type.Array(Uuid, { minItems: 1, maxItems: bulkMaximum, uniqueItems: true })

export const TransitionIncidents = Type.Object(
  { incidentIds: IncidentIds, ...TransitionIncident.properties },
  { additionalProperties: false },
)
export type TransitionIncidents = Static<typeof TransitionIncidents>

export const AssignIncidents = Type.Object(
  { incidentIds: IncidentIds, ...AssignIncident.properties },
  { additionalProperties: false },
)
export type AssignIncidents = Static<typeof AssignIncidents>

export const SetIncidentPriorities = Type.Object(
  { incidentIds: IncidentIds, ...SetIncidentPriority.properties },
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
