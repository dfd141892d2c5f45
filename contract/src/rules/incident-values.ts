import type { Profile } from '../api/configuration.ts'
import type { CreateIncident, Priority } from '../api/incident.ts'
import type { Violation, ViolationCode } from '../api/problem.ts'
import type { Instant, Uuid } from '../scalars.ts'

export const ruleNames = ['required', 'optional', 'readOnly', 'hidden'] as const
export type Rule = (typeof ruleNames)[number]

const withoutRequired = ['optional', 'readOnly', 'hidden'] as const

/** Fields of a profile, in order, each with the rules that are allowed for it. */
export const rulesOf = {
  name: ruleNames,
  description: ruleNames,
  typeId: ruleNames,
  categoryId: ruleNames,
  priority: ruleNames,
  locationId: ruleNames,
  pointId: withoutRequired,
  assigneeId: withoutRequired,
  occurredAt: ruleNames,
  tags: withoutRequired,
  coordinates: withoutRequired,
} as const satisfies Record<string, readonly Rule[]>

/** Values that a creation stores, with defaults applied. A field without a value is null. */
export interface IncidentValues {
  name: string | null
  description: string | null
  typeId: Uuid | null
  categoryId: Uuid | null
  priority: Priority
  locationId: Uuid | null
  pointId: Uuid | null
  assigneeId: Uuid | null
  occurredAt: Instant
  tags: string[]
  latitude: number | null
  longitude: number | null
  externalId: string | null
}

export type BusinessField = keyof IncidentValues

/**
 * Values of a creation: those that the caller sent, and defaults of the profile for the other fields. A field with
 * neither is null.
 */
export type FilledValues = { [Field in BusinessField]: IncidentValues[Field] | null }

/**
 * Maps each field that a creation can set to the profile field whose rule governs it, for example `latitude` to
 * `coordinates`. Null if no rule governs it.
 */
const governedBy: Record<BusinessField, keyof typeof rulesOf | null> = {
  name: 'name',
  description: 'description',
  typeId: 'typeId',
  categoryId: 'categoryId',
  priority: 'priority',
  locationId: 'locationId',
  pointId: 'pointId',
  assigneeId: 'assigneeId',
  occurredAt: 'occurredAt',
  tags: 'tags',
  latitude: 'coordinates',
  longitude: 'coordinates',
  externalId: null,
}

/** Fields of CreateIncident that become values of the incident, in the order of the schema. */
export const businessFields = Object.keys(governedBy) as (BusinessField & keyof CreateIncident)[]

/** Returns the profile's rule for a field of an incident. */
export function ruleOf(profile: Profile, field: BusinessField): Rule {
  const key = governedBy[field]
  return key === null ? 'optional' : fieldRuleOf(profile, key)
}

type RuledFields = Partial<Record<keyof typeof rulesOf, { rule: Rule }>>

/** Returns the profile's rule for one of the profile's fields; a field without a rule is optional. */
export const fieldRuleOf = ({ fields }: { fields: RuledFields }, field: keyof RuledFields): Rule =>
  fields[field]?.rule ?? 'optional'

/**
 * Returns the profile's default for a field of an incident. Latitude and longitude share the default of `coordinates`.
 */
export function defaultOf({ fields }: Profile, field: BusinessField) {
  if (field === 'externalId') return undefined
  if (field === 'latitude' || field === 'longitude') return fields.coordinates?.default?.[field]
  return fields[field]?.default
}

export const fieldViolation = (field: BusinessField, code: ViolationCode, message: string): Violation => ({
  pointer: `/${field}`,
  code,
  message,
})
