import type { Profile } from '../api/configuration.ts'
import type { CreateIncident, Priority } from '../api/incident.ts'
import type { Violation, ViolationCode } from '../api/problem.ts'
import type { Instant, Uuid } from '../scalars.ts'

export const ruleNames = ['required', 'optional', 'readOnly', 'hidden'] as const
export type Rule = (typeof ruleNames)[number]

const withoutRequired = ['optional', 'readOnly', 'hidden'] as const

/** The fields of a form, in its order, each with the rules that it may have. */
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

/** What a creation stores, defaults applied; null where the Incident has no value. */
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

/** What was sent, and defaults for what was not: while the rules are being checked, any value may still be missing. */
export type FilledValues = { [Field in BusinessField]: IncidentValues[Field] | null }

/** The business fields in body order, each with the field rule that governs it. */
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

/** The fields of CreateIncident that become values of the Incident, in body order. */
export const businessFields = Object.keys(governedBy) as (BusinessField & keyof CreateIncident)[]

/** The rule that a profile has for what becomes a value of the Incident. */
export function ruleOf(profile: Profile, field: BusinessField): Rule {
  const key = governedBy[field]
  return key === null ? 'optional' : fieldRuleOf(profile, key)
}

type RuledFields = Partial<Record<keyof typeof rulesOf, { rule: Rule }>>

/** The rule that a profile has for a field of its form; a field without one is optional. */
export const fieldRuleOf = ({ fields }: { fields: RuledFields }, field: keyof RuledFields): Rule =>
  fields[field]?.rule ?? 'optional'

/** The default that a profile has for a field: for the latitude and the longitude, that of its coordinates. */
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
