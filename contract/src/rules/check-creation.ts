import type { Profile } from '../api/configuration.ts'
import type { CreateIncident } from '../api/incident.ts'
import type { Violation } from '../api/problem.ts'
import type { Instant } from '../scalars.ts'
import { checkFieldRule, isSettable } from './check-field-rule.ts'
import { checkRelation } from './check-relation.ts'
import { type EffectiveConfiguration, effectiveProfile } from './effective-profile.ts'
import { fillDefaults } from './fill-defaults.ts'
import { type BusinessField, businessFields, type FilledValues, type IncidentValues } from './incident-values.ts'

export type { IncidentValues } from './incident-values.ts'

export interface CheckedCreation {
  /** Values to store. Valid only without violations. */
  values: IncidentValues
  /** All violations in body order. */
  violations: Violation[]
}

/**
 * Checks one creation against a configuration revision. Does not check that the location, point and assignee exist,
 * because that needs the database.
 * @param input a body that has passed the schema CreateIncident and `normalizeCreation`.
 * @param receivedAt time of receipt, the `occurredAt` of incidents without a value or default.
 * @returns the values to store, defaults applied, and all violations in body order.
 * @throws Error if the configuration lacks a profile that it refers to; a published configuration never does.
 * @see docs/contract.md#2.1.1, docs/contract.md#2.1.5
 */
export function checkCreation(
  configuration: EffectiveConfiguration,
  input: CreateIncident,
  receivedAt: Instant,
): CheckedCreation {
  const profile = effectiveProfile(configuration, input.typeId)
  const filled = fillDefaults(configuration, profile, settableInput(profile, input), receivedAt)
  return { values: complete(filled, receivedAt), violations: check(configuration, profile, input, filled) }
}

/** Omits values that must not be sent, so that the defaults of their fields apply. */
const settableInput = (profile: Profile, input: CreateIncident): Partial<CreateIncident> =>
  Object.fromEntries(businessFields.filter((field) => isSettable(profile, field)).map((field) => [field, input[field]]))

/** Copies the default tags, because other creations share the configuration. */
const complete = (filled: FilledValues, receivedAt: Instant): IncidentValues => ({
  ...filled,
  priority: filled.priority ?? 'NORMAL',
  occurredAt: filled.occurredAt ?? receivedAt,
  tags: [...(filled.tags ?? [])],
})

function check(
  configuration: EffectiveConfiguration,
  profile: Profile,
  input: CreateIncident,
  filled: FilledValues,
): Violation[] {
  const ruleViolations = new Map<BusinessField, Violation>()
  for (const field of businessFields) {
    const violation = checkFieldRule(profile, field, input, filled)
    if (violation) ruleViolations.set(field, violation)
  }

  return businessFields.flatMap((field) => {
    const violation = ruleViolations.get(field)
    return (
      violation ?? checkRelation(field, { configuration, filled, violatesRule: (other) => ruleViolations.has(other) })
    )
  })
}
