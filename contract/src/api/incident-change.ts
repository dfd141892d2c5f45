import Type, { type Static } from 'typebox'
import { messageMaxLength } from '../limits.ts'
import { Instant, notBlank, nullable, ref, Uuid } from '../scalars.ts'
import { IncidentName, IncidentResponse, IncidentTags, Latitude, Longitude, Priority } from './incident.ts'

/**
 * Request body of the operation update-incident: a JSON merge patch (RFC 7396). An absent field keeps its value. Null
 * clears a field that may be empty.
 */
export const PatchIncident = Type.Object(
  {
    name: Type.Optional(nullable(IncidentName)),
    description: Type.Optional(nullable(Type.String())),
    typeId: Type.Optional(nullable(Uuid)),
    categoryId: Type.Optional(nullable(Uuid)),
    priority: Type.Optional(Priority),
    stateId: Type.Optional(
      Type.String({ format: 'uuid', description: 'State to which the incident moves. The workflow must allow it.' }),
    ),
    locationId: Type.Optional(nullable(Uuid)),
    pointId: Type.Optional(nullable(Uuid)),
    assigneeId: Type.Optional(nullable(Uuid)),
    occurredAt: Type.Optional(Instant),
    tags: Type.Optional(nullable(IncidentTags)),
    latitude: Type.Optional(nullable(Latitude)),
    longitude: Type.Optional(nullable(Longitude)),
    externalId: Type.Optional(nullable(Type.String())),
    comment: Type.Optional(
      Type.String({
        ...notBlank(messageMaxLength),
        description: 'Message of a comment that is added together with the change.',
      }),
    ),
  },
  {
    $id: 'PatchIncident',
    additionalProperties: false,
    examples: [{ priority: 'CRITICAL', assigneeId: null, comment: 'Compressor failed again' }],
  },
)
export type PatchIncident = Static<typeof PatchIncident>

/** State to which an incident can move from its current state. */
export const NextState = Type.Object(
  { id: Uuid, name: Type.String() },
  { $id: 'NextState', additionalProperties: false },
)
export type NextState = Static<typeof NextState>

/** Response of the operation get-incident. */
export const IncidentDetails = Type.Object(
  {
    ...IncidentResponse.properties,
    nextStates: Type.Array(ref(NextState), {
      description: 'States to which the incident can move now, in the order of the workflow.',
    }),
  },
  { $id: 'IncidentDetails', additionalProperties: false },
)
export type IncidentDetails = Static<typeof IncidentDetails>
