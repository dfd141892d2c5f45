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
  /** What to store. Only to be used when there are no violations. */
  values: IncidentValues
  /** Everything that is wrong, in body order. */
  violations: Violation[]
}

/**
 * Checks one creation against the configuration revision it names.
 *
 * What needs data (do the Location, the Point and the assignee exist?) is not checked here.
 * @param input has passed the schema CreateIncident and `normalizeCreation`.
 * @param receivedAt when the Incident occurred, unless the caller or the profile says otherwise.
 * @returns the values to store (defaults applied) and every violation found, in body order.
 * @throws nothing for a published configuration; an unknown revision is the caller's to report.
 * @see specification 2.1, rules 1 and 5; design 4, Creation
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

/** A value that must not be sent is not used either: its field counts as absent, and its default applies. */
const settableInput = (profile: Profile, input: CreateIncident): Partial<CreateIncident> =>
  Object.fromEntries(businessFields.filter((field) => isSettable(profile, field)).map((field) => [field, input[field]]))

/** The default list is copied, because the configuration it stands in serves other creations too. */
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
  const broken = new Map<BusinessField, Violation>()
  for (const field of businessFields) {
    const violation = checkFieldRule(profile, field, input, filled)
    if (violation) broken.set(field, violation)
  }

  return businessFields.flatMap((field) => {
    const violation = broken.get(field)
    return violation ?? checkRelation(field, { configuration, filled, breaksRule: (other) => broken.has(other) })
  })
}
