import * as fc from 'fast-check'
import type { ConfigurationContent, FieldRules, Profile } from '../api/configuration.ts'
import type { CreateIncident } from '../api/incident.ts'
import { priorities } from '../priorities.ts'
import type { Instant, Uuid } from '../scalars.ts'
import { checkConfiguration } from '../rules/check-configuration.ts'
import { checkCreation } from '../rules/check-creation.ts'
import { type BusinessField, businessFields, type Rule } from '../rules/incident-values.ts'

// Use only a few UUIDs for each kind of object, so that ids in creations, defaults and configurations often match.
const pool = (kind: string, size: number): Uuid[] =>
  Array.from({ length: size }, (_, index) => `${kind.repeat(7)}${index}-abcd-4000-8000-00000000000${index}`)

const typeIds = pool('a', 3)
const categoryIds = pool('b', 4)
const profileIds = pool('c', 3)
const oneOf = <Value>(values: readonly Value[]): fc.Arbitrary<Value> => fc.constantFrom(...values)
const anyTypeId = oneOf([...typeIds, 'aaaaaaaf-abcd-4000-8000-00000000000f'])
const anyCategoryId = oneOf([...categoryIds, 'bbbbbbbf-abcd-4000-8000-00000000000f'])
const anyLocationId = oneOf(pool('d', 2))
const anyPointId = oneOf(pool('e', 2))
const anyUserId = oneOf(pool('f', 2))
const anyText = oneOf(['', ' \t\n\u00a0', 'Spill', 'Spill in aisle 4', ' Diebstahl 🚨 '])
const anyInstant: fc.Arbitrary<Instant> = oneOf(['2024-02-29T23:59:59.999Z', '2026-03-01T08:30:00.000Z'])
const anyTags = fc.uniqueArray(oneOf(['', 'wet', 'Wet', 'night']))
const anyLatitude = oneOf([-90, 0, 47.3769])
const anyLongitude = oneOf([-180, 0, 8.5417])

const fieldRule = <Name extends Rule, Value>(names: readonly Name[], value: fc.Arbitrary<Value>) =>
  fc.record({ rule: oneOf(names), default: value }, { requiredKeys: ['rule'] })

// Repeat `optional` to make it the most frequent rule, so that some random creations are accepted.
const notRequired = ['optional', 'optional', 'optional', 'readOnly', 'hidden'] as const
const anyRule = [...notRequired, 'required'] as const

const fieldRules: fc.Arbitrary<FieldRules> = fc.record(
  {
    name: fieldRule(anyRule, anyText),
    description: fieldRule(anyRule, anyText),
    typeId: fieldRule(anyRule, anyTypeId),
    categoryId: fieldRule(anyRule, anyCategoryId),
    priority: fieldRule(anyRule, oneOf(priorities)),
    locationId: fieldRule(anyRule, anyLocationId),
    pointId: fieldRule(notRequired, anyPointId),
    assigneeId: fieldRule(notRequired, anyUserId),
    occurredAt: fieldRule(anyRule, fc.oneof(fc.constant('now' as const), anyInstant)),
    tags: fieldRule(notRequired, anyTags),
    coordinates: fieldRule(notRequired, fc.record({ latitude: anyLatitude, longitude: anyLongitude })),
  },
  { requiredKeys: [] },
)

const label = oneOf(['Fire', 'Theft', 'Leak'])
const mostlyTrue = fc.integer({ min: 0, max: 3 }).map((number) => number > 0)

const type = (id: fc.Arbitrary<Uuid>, selectable: readonly Uuid[]) =>
  fc.record({ id, name: label, active: mostlyTrue, profileId: fc.option(oneOf(selectable)) })
const category = (id: fc.Arbitrary<Uuid>, typeId: fc.Arbitrary<Uuid>) =>
  fc.record({ id, typeId, name: label, active: mostlyTrue })
const profile = (id: fc.Arbitrary<Uuid>): fc.Arbitrary<Profile> => fc.record({ id, name: label, fields: fieldRules })

/** Random configuration drafts. Their ids may repeat, and their references and defaults may be invalid. */
export const drafts: fc.Arbitrary<ConfigurationContent> = fc.record({
  types: fc.array(type(oneOf(typeIds), profileIds), { maxLength: 4 }),
  categories: fc.array(category(oneOf(categoryIds), anyTypeId), { maxLength: 4 }),
  profiles: fc.array(profile(oneOf(profileIds)), { minLength: 1, maxLength: 3 }),
  defaultProfileId: oneOf(profileIds),
})

/** Random configurations with valid references. Their defaults may be invalid. */
export const configurations: fc.Arbitrary<ConfigurationContent> = fc
  .record({
    types: fc.subarray(typeIds, { minLength: 1 }),
    categories: fc.subarray(categoryIds),
    profiles: fc.subarray(profileIds, { minLength: 1 }),
  })
  .chain((ids) =>
    fc.record({
      types: fc.tuple(...ids.types.map((id) => type(fc.constant(id), ids.profiles))),
      categories: fc.tuple(...ids.categories.map((id) => category(fc.constant(id), oneOf(ids.types)))),
      profiles: fc.tuple(...ids.profiles.map((id) => profile(fc.constant(id)))),
      defaultProfileId: oneOf(ids.profiles),
    }),
  )

/** Random configurations that may be published: defaults that `checkConfiguration` rejects have been taken out. */
export const publishableConfigurations: fc.Arbitrary<ConfigurationContent> = configurations.map(withoutInvalidDefaults)

function withoutInvalidDefaults(configuration: ConfigurationContent): ConfigurationContent {
  const violations = checkConfiguration(configuration)
  if (violations.length === 0) return configuration
  const reduced = structuredClone(configuration)
  for (const { pointer } of violations) {
    const [, , profileIndex, , field] = pointer!.split('/')
    delete reduced.profiles[Number(profileIndex)]!.fields[field as keyof FieldRules]!.default
  }
  // Check again, because removing the default type of a profile can make the default category of this profile invalid.
  return withoutInvalidDefaults(reduced)
}

/** Random request bodies of create-incident in normal form. They may violate the rules of a configuration. */
export const creations: fc.Arbitrary<CreateIncident> = fc.record(
  {
    clientRequestId: fc.uuid(),
    configVersion: fc.integer({ min: 1, max: 3 }),
    name: anyText,
    description: anyText,
    typeId: anyTypeId,
    categoryId: anyCategoryId,
    priority: oneOf(priorities),
    locationId: anyLocationId,
    pointId: fc.option(anyPointId),
    assigneeId: anyUserId,
    occurredAt: anyInstant,
    tags: anyTags,
    latitude: anyLatitude,
    longitude: anyLongitude,
    externalId: anyText,
  },
  { requiredKeys: ['clientRequestId'] },
)

/** Time at which the server receives the creations of `acceptedCreations`. */
export const receivedAt: Instant = '2026-06-01T12:00:00.000Z'

export interface Attempt {
  configuration: ConfigurationContent
  input: CreateIncident
}

/**
 * Random configurations that may be published, each with a body that was corrected until the configuration accepts it.
 */
export const acceptedCreations: fc.Arbitrary<Attempt> = fc
  .record({ configuration: publishableConfigurations, input: creations })
  .map(({ configuration, input }) => ({ configuration, input: correct(configuration, input) }))
  .filter(({ configuration, input }) => checkCreation(configuration, input, receivedAt).violations.length === 0)

/**
 * Random configurations, each with a request body. Some bodies are random in all fields. The others are accepted bodies
 * in which up to two fields were then changed.
 */
export const attempts: fc.Arbitrary<Attempt> = fc.oneof(
  fc.record({ configuration: configurations, input: creations }),
  fc
    .record({
      accepted: acceptedCreations,
      change: creations,
      changed: fc.subarray([...businessFields], { maxLength: 2 }),
    })
    .map(({ accepted: { configuration, input }, change, changed }) => ({
      configuration,
      input: replaceFields(input, change, changed),
    })),
)

/** Copies some fields of the body `from` into the body `input`. A field that `from` lacks is removed from `input`. */
function replaceFields(input: CreateIncident, from: CreateIncident, fields: BusinessField[]): CreateIncident {
  const isReplaced = ([field]: [string, unknown]) => (fields as string[]).includes(field)
  const remaining = Object.entries(input).filter((entry) => !isReplaced(entry))
  return Object.fromEntries([...remaining, ...Object.entries(from).filter(isReplaced)]) as CreateIncident
}

function correct(configuration: ConfigurationContent, input: CreateIncident, rounds = 4): CreateIncident {
  const { violations } = checkCreation(configuration, input, receivedAt)
  if (violations.length === 0 || rounds === 0) return input
  const corrected: Record<string, unknown> = { ...input }
  for (const { pointer, code } of violations) {
    const field = pointer!.slice(1)
    delete corrected[field]
    const value = code === 'required' ? acceptableValue(configuration, field, input) : undefined
    if (value !== undefined) corrected[field] = value
    if (code === 'coordinates_incomplete') corrected[field] = 0
  }
  return correct(configuration, corrected as CreateIncident, rounds - 1)
}

function acceptableValue({ types, categories }: ConfigurationContent, field: string, input: CreateIncident): unknown {
  const active = types.find((candidate) => candidate.active)
  switch (field) {
    case 'typeId':
      return active?.id
    case 'categoryId':
      return categories.find((candidate) => candidate.active && candidate.typeId === input.typeId)?.id
    case 'priority':
      return 'MAJOR'
    case 'locationId':
      return pool('d', 1)[0]
    case 'occurredAt':
      return '2026-03-01T08:30:00.000Z'
    default:
      return 'Corrected'
  }
}
