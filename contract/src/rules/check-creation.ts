import type { ConfigurationContent, Profile } from '../api/configuration.ts'
import type { CreateIncident } from '../api/incident.ts'
import type { Violation } from '../api/problem.ts'
import type { Instant } from '../scalars.ts'
import { checkFieldRule, isSettable } from './check-field-rule.ts'
import { checkRelation } from './check-relation.ts'
import { effectiveProfile } from './effective-profile.ts'
import { fillDefaults } from './fill-defaults.ts'
import { type BusinessField, businessFields, type FilledValues, type IncidentValues } from './incident-values.ts'

export interface CheckedCreation {
  /** Values to store. They are valid only if there are no violations. */
  values: IncidentValues
  /** All violations, in the order of the fields in the schema. */
  violations: Violation[]
}

/**
 * Checks one creation against a configuration revision. Does not check that the location, point and assignee exist,
 * because that needs the database.
 * @param input request body that has passed the schema CreateIncident and `normalizeCreation`.
 * @param receivedAt time of receipt. It becomes `occurredAt` if the body and the profile have no value for it.
 * @returns the values to store, with defaults applied, and all violations in the order of the fields in the schema.
 * @throws Error if the configuration refers to a profile that it lacks. This never happens with a published
 *   configuration.
 * @see docs/contract.md#2.1.1, docs/contract.md#2.1.5
 */
export function checkCreation(
  configuration: ConfigurationContent,
  input: CreateIncident,
  receivedAt: Instant,
): CheckedCreation {
  const profile = effectiveProfile(configuration, input.typeId)
  const filled = fillDefaults(configuration, profile, settableInput(profile, input), receivedAt)
  return { values: complete(filled, receivedAt), violations: check(configuration, profile, input, filled) }
}

/** Omits values that the caller sent for read-only and hidden fields, so that these fields get their defaults. */
const settableInput = (profile: Profile, input: CreateIncident): Partial<CreateIncident> =>
  Object.fromEntries(businessFields.filter((field) => isSettable(profile, field)).map((field) => [field, input[field]]))

/**
 * Fills priority, `occurredAt` and tags if neither the caller nor a default sets them. Copies the tags, because all
 * creations share the array of default tags.
 */
const complete = (filled: FilledValues, receivedAt: Instant): IncidentValues => ({
  ...filled,
  priority: filled.priority ?? 'NORMAL',
  occurredAt: filled.occurredAt ?? receivedAt,
  tags: [...(filled.tags ?? [])],
})

function check(
  configuration: ConfigurationContent,
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
