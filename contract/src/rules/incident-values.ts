import type { Profile } from '../api/configuration.ts'
import type { CreateIncident, Priority } from '../api/incident.ts'
import type { Violation, ViolationCode } from '../api/problem.ts'
import type { Instant, Uuid } from '../scalars.ts'

export const ruleNames = ['required', 'optional', 'readOnly', 'hidden'] as const
export type Rule = (typeof ruleNames)[number]

const withoutRequired = ['optional', 'readOnly', 'hidden'] as const

/** Fields of a form in order, each with its allowed rules. */
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

/** Values that a creation stores, defaults applied; null for a field without a value. */
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

/** Sent values and defaults. During the check any value may still be missing. */
export type FilledValues = { [Field in BusinessField]: IncidentValues[Field] | null }

/** Business fields in body order, each with the field of the form that governs it. */
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

/** Fields of CreateIncident that become values of the incident, in body order. */
export const businessFields = Object.keys(governedBy) as (BusinessField & keyof CreateIncident)[]

/** Returns the profile's rule for a business field. */
export function ruleOf(profile: Profile, field: BusinessField): Rule {
  const key = governedBy[field]
  return key === null ? 'optional' : fieldRuleOf(profile, key)
}

type RuledFields = Partial<Record<keyof typeof rulesOf, { rule: Rule }>>

/** Returns the profile's rule for a field of its form; optional by default. */
export const fieldRuleOf = ({ fields }: { fields: RuledFields }, field: keyof RuledFields): Rule =>
  fields[field]?.rule ?? 'optional'

/** Returns the profile's default for a business field; latitude and longitude share the default of `coordinates`. */
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
