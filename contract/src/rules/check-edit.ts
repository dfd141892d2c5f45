import type { Profile } from '../api/configuration.ts'
import type { Violation } from '../api/problem.ts'
import type { Uuid } from '../scalars.ts'
import { isBlank } from './check-field-rule.ts'
import { checkRelation } from './check-relation.ts'
import { type EffectiveConfiguration, effectiveProfile } from './effective-profile.ts'
import { type BusinessField, businessFields, fieldViolation, type IncidentValues, ruleOf } from './incident-values.ts'

/**
 * Checks an edit of an Incident against the current configuration. What the Incident has stays acceptable, however the
 * configuration has changed since; only what the edit brings about is judged. Read-only and hidden fields may be edited:
 * those rules are for whoever reports, not for the staff who put right what was reported.
 *
 * What needs data (do the Location and the Point exist?) is not checked here.
 * @param after the values as they would be, ids in lower case.
 * @returns every violation found, in body order.
 */
export function checkEdit(
  configuration: EffectiveConfiguration,
  before: IncidentValues,
  after: IncidentValues,
): Violation[] {
  const profile = effectiveProfile(configuration, after.typeId)
  const accepting = withWhatItHas(configuration, before, after)
  const isEmptied = (field: BusinessField) =>
    ruleOf(profile, field) === 'required' && isEmpty(after[field]) && !isEmpty(before[field])
  return businessFields.flatMap((field) => [
    ...(isEmptied(field) ? [emptied(profile, field)] : []),
    ...checkRelation(field, { configuration: accepting, filled: after, breaksRule: isEmptied }),
  ])
}

const isEmpty = (value: unknown): boolean => value === null || isBlank(value)

const emptied = ({ name }: Profile, field: BusinessField): Violation =>
  fieldViolation(field, 'required', `${field} is required by the profile "${name}" and cannot be emptied.`)

/** The configuration with the Incident's own Type as active, and with its Category as one of it as long as both stay. */
function withWhatItHas(
  configuration: EffectiveConfiguration,
  { typeId, categoryId }: IncidentValues,
  after: IncidentValues,
): EffectiveConfiguration {
  if (typeId === null) return configuration
  const { types, categories } = configuration
  const type = types.find(({ id }) => id === typeId)
  const ownType = { id: typeId, name: typeId, profileId: null, ...type, active: true }
  const accepting = { ...configuration, types: withEntry(types, ownType) }
  if (categoryId === null || after.typeId !== typeId) return accepting

  const category = categories.find(({ id }) => id === categoryId)
  const ownCategory = { id: categoryId, name: categoryId, ...category, typeId, active: true }
  return { ...accepting, categories: withEntry(categories, ownCategory) }
}

/** @returns the entries with one in the place of that which has its id, if any has. */
const withEntry = <Entry extends { id: Uuid }>(entries: Entry[], entry: Entry): Entry[] => [
  entry,
  ...entries.filter(({ id }) => id !== entry.id),
]
