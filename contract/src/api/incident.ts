import Type, { type Static } from 'typebox'
import { nameMaxLength, tagMaxLength, tagsMaximum } from '../limits.ts'
import { priorities } from '../priorities.ts'
import { Instant, nullable, oneOf, Uuid } from '../scalars.ts'

export const Priority = oneOf(priorities)
export type Priority = Static<typeof Priority>

// The four schemas below are used in creation requests, in edits and in the defaults of profiles.

export const IncidentName = Type.String({ maxLength: nameMaxLength })
export const IncidentTags = Type.Array(Type.String({ maxLength: tagMaxLength }), {
  maxItems: tagsMaximum,
  uniqueItems: true,
})
export const Latitude = Type.Number({ minimum: -90, maximum: 90 })
export const Longitude = Type.Number({ minimum: -180, maximum: 180 })

/**
 * Request body of the operation create-incident.
 * @see docs/contract.md#2.1
 */
export const CreateIncident = Type.Object(
  {
    clientRequestId: Type.String({
      format: 'uuid',
      description: 'Generated once per logical creation and reused on every retry of that creation.',
    }),
    configVersion: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Revision of a cached creation configuration, for offline creation. Omit it for online creation.',
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
  {
    $id: 'CreateIncident',
    additionalProperties: false,
    examples: [
      {
        clientRequestId: '5f0f6c1e-3b0a-4d5e-9f57-2f1f6f3c9a10',
        name: 'Freezer 3 above -15 °C',
        priority: 'MAJOR',
        occurredAt: '2026-03-01T08:30:00.000Z',
        tags: ['cold-chain', 'night'],
        externalId: 'gateway-17/alarm-20481',
      },
    ],
  },
)
export type CreateIncident = Static<typeof CreateIncident>

/**
 * Incident as the API returns it in responses.
 * @see docs/contract.md#2.2
 */
export const IncidentResponse = Type.Object(
  {
    id: Uuid,
    clientRequestId: Uuid,
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
      description: 'Revision of the creation configuration that the incident was validated against.',
    }),
    number: Type.Integer({
      description: 'Short number for people, unique in the organization and rising, with gaps.',
    }),
    version: Type.Integer({
      description:
        'Number that every change raises. `"<version>"` is the ETag of the incident and the value for `If-Match`.',
    }),
  },
  {
    $id: 'IncidentResponse',
    additionalProperties: false,
    examples: [
      {
        id: '0199a3c4-5d1e-7c52-9a0b-3f6f2a1c8e77',
        clientRequestId: '5f0f6c1e-3b0a-4d5e-9f57-2f1f6f3c9a10',
        name: 'Freezer 3 above -15 °C',
        description: null,
        typeId: null,
        categoryId: null,
        priority: 'MAJOR',
        stateId: '0199a3c0-0a4b-7d38-8a51-6f2d9b0c4e13',
        locationId: null,
        pointId: null,
        assigneeId: null,
        occurredAt: '2026-03-01T08:30:00.000Z',
        tags: ['cold-chain', 'night'],
        latitude: null,
        longitude: null,
        externalId: 'gateway-17/alarm-20481',
        mediaIds: [],
        createdBy: '0199a3c0-0a4b-7b06-9c1d-2e8f7a5b3c44',
        createdAt: '2026-03-01T08:30:02.115Z',
        lastModifiedAt: '2026-03-01T08:30:02.115Z',
        creationConfigVersion: 2,
        number: 1042,
        version: 1,
      },
    ],
  },
)
export type IncidentResponse = Static<typeof IncidentResponse>
