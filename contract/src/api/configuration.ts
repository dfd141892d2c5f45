import Type, { type Static, type TSchema } from 'typebox'
import { rulesOf } from '../rules/incident-values.ts'
import { IncidentName, IncidentTags, Latitude, Longitude, Priority } from './incident.ts'
import { categoriesMaximum, nameMaxLength, profilesMaximum, typesMaximum } from '../limits.ts'
import { Instant, nullable, oneOf, ref, Uuid } from '../scalars.ts'

const label = Type.String({ minLength: 1, maxLength: nameMaxLength })

export const ConfigurationType = Type.Object(
  {
    id: Uuid,
    name: label,
    active: Type.Boolean(),
    profileId: nullable(Uuid),
  },
  { $id: 'ConfigurationType', additionalProperties: false },
)
export type ConfigurationType = Static<typeof ConfigurationType>

export const ConfigurationCategory = Type.Object(
  {
    id: Uuid,
    typeId: Uuid,
    name: label,
    active: Type.Boolean(),
  },
  { $id: 'ConfigurationCategory', additionalProperties: false },
)
export type ConfigurationCategory = Static<typeof ConfigurationCategory>

const fieldRule = <Rule extends string, Value extends TSchema>(names: readonly Rule[], value: Value) =>
  Type.Optional(Type.Object({ rule: oneOf(names), default: Type.Optional(value) }, { additionalProperties: false }))

const Coordinates = Type.Object({ latitude: Latitude, longitude: Longitude }, { additionalProperties: false })

/**
 * Field rules of a profile. Each field has at most one rule. A field without a rule is optional. There is no rule for
 * `externalId`, which is always optional.
 */
export const FieldRules = Type.Object(
  {
    name: fieldRule(rulesOf.name, IncidentName),
    description: fieldRule(rulesOf.description, Type.String()),
    typeId: fieldRule(rulesOf.typeId, Uuid),
    categoryId: fieldRule(rulesOf.categoryId, Uuid),
    priority: fieldRule(rulesOf.priority, Priority),
    locationId: fieldRule(rulesOf.locationId, Uuid),
    pointId: fieldRule(rulesOf.pointId, Uuid),
    assigneeId: fieldRule(rulesOf.assigneeId, Uuid),
    occurredAt: fieldRule(
      rulesOf.occurredAt,
      Type.Unsafe<'now' | Instant>({
        type: 'string',
        anyOf: [
          { type: 'string', const: 'now' },
          { type: 'string', format: 'date-time' },
        ],
      }),
    ),
    tags: fieldRule(rulesOf.tags, IncidentTags),
    coordinates: fieldRule(rulesOf.coordinates, Coordinates),
  },
  { $id: 'FieldRules', additionalProperties: false },
)
export type FieldRules = Static<typeof FieldRules>

/** Profile: a form for creating incidents, with a name and the rules of its fields. */
export const Profile = Type.Object(
  {
    id: Uuid,
    name: label,
    fields: ref(FieldRules),
  },
  { $id: 'Profile', additionalProperties: false },
)
export type Profile = Static<typeof Profile>

/** Content of a configuration revision: everything except its number and its time of publication. */
export const ConfigurationContent = Type.Object(
  {
    types: Type.Array(ref(ConfigurationType), { maxItems: typesMaximum }),
    categories: Type.Array(ref(ConfigurationCategory), { maxItems: categoriesMaximum }),
    profiles: Type.Array(ref(Profile), { minItems: 1, maxItems: profilesMaximum }),
    defaultProfileId: Uuid,
  },
  { $id: 'ConfigurationContent', additionalProperties: false },
)
export type ConfigurationContent = Static<typeof ConfigurationContent>

/** Published revision of the creation configuration. A published revision never changes. */
export const CreationConfiguration = Type.Object(
  {
    revision: Type.Integer({ minimum: 1 }),
    publishedAt: Instant,
    ...ConfigurationContent.properties,
  },
  {
    $id: 'CreationConfiguration',
    additionalProperties: false,
    examples: [
      {
        revision: 2,
        publishedAt: '2026-02-01T06:00:00.000Z',
        types: [{ id: '0199a3c2-3e4f-7a5b-8c6d-7e8f9a0b1c23', name: 'Refrigeration', active: true, profileId: null }],
        categories: [
          {
            id: '0199a3c2-4f5a-7b6c-9d7e-8f9a0b1c2d34',
            typeId: '0199a3c2-3e4f-7a5b-8c6d-7e8f9a0b1c23',
            name: 'Too warm',
            active: true,
          },
        ],
        profiles: [
          {
            id: '0199a3c2-5a6b-7c7d-8e8f-9a0b1c2d3e45',
            name: 'Standard',
            fields: { name: { rule: 'required' }, occurredAt: { rule: 'optional', default: 'now' } },
          },
        ],
        defaultProfileId: '0199a3c2-5a6b-7c7d-8e8f-9a0b1c2d3e45',
      },
    ],
  },
)
export type CreationConfiguration = Static<typeof CreationConfiguration>

/** Configuration schemas that other schemas refer to by `$id`. */
export const configurationSchemas = [ConfigurationType, ConfigurationCategory, FieldRules, Profile]
