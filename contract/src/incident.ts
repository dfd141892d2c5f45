import Type, { type Static } from 'typebox'
import { Instant, nullable, Uuid } from './scalars.ts'

export const priorities = ['MINOR', 'NORMAL', 'MAJOR', 'CRITICAL'] as const

export const Priority = Type.Unsafe<(typeof priorities)[number]>({ type: 'string', enum: [...priorities] })
export type Priority = Static<typeof Priority>

export const nameMaxLength = 250
export const tagMaxLength = 100

/** The business fields, shared by creation requests and by the defaults of a profile. */
export const IncidentName = Type.String({ maxLength: nameMaxLength })
export const IncidentTags = Type.Array(Type.String({ maxLength: tagMaxLength }), { uniqueItems: true })
export const Latitude = Type.Number({ minimum: -90, maximum: 90 })
export const Longitude = Type.Number({ minimum: -180, maximum: 180 })

/** The body of create-incident (specification 2.1). */
export const CreateIncident = Type.Object(
  {
    clientRequestId: Type.String({
      format: 'uuid',
      description: 'Generated once per logical creation and reused on every retry of that creation.',
    }),
    configVersion: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'The revision of a cached creation configuration; leave it out when online.',
      }),
    ),
    name: Type.Optional(IncidentName),
    description: Type.Optional(Type.String()),
    typeId: Type.Optional(Uuid),
    categoryId: Type.Optional(Uuid),
    priority: Type.Optional(Priority),
    locationId: Type.Optional(Uuid),
    pointId: Type.Optional(nullable(Uuid)),
    assigneeId: Type.Optional(Uuid),
    occurredAt: Type.Optional(Instant),
    tags: Type.Optional(IncidentTags),
    latitude: Type.Optional(Latitude),
    longitude: Type.Optional(Longitude),
    externalId: Type.Optional(Type.String()),
  },
  { $id: 'CreateIncident', additionalProperties: false },
)
export type CreateIncident = Static<typeof CreateIncident>

/** What every operation that answers with an Incident answers with (specification 2.2). */
export const IncidentResponse = Type.Object(
  {
    id: Uuid,
    clientRequestId: nullable(Uuid),
    name: nullable(Type.String()),
    description: nullable(Type.String()),
    typeId: nullable(Uuid),
    categoryId: nullable(Uuid),
    priority: Priority,
    stateId: Uuid,
    locationId: nullable(Uuid),
    pointId: nullable(Uuid),
    assigneeId: nullable(Uuid),
    occurredAt: Instant,
    tags: Type.Array(Type.String()),
    latitude: nullable(Type.Number()),
    longitude: nullable(Type.Number()),
    externalId: nullable(Type.String()),
    mediaIds: Type.Array(Uuid),
    createdBy: Uuid,
    createdAt: Instant,
    lastModifiedAt: Instant,
    creationConfigVersion: Type.Integer({
      description: 'The revision of the creation configuration that the Incident was validated against.',
    }),
  },
  { $id: 'IncidentResponse', additionalProperties: false },
)
export type IncidentResponse = Static<typeof IncidentResponse>
