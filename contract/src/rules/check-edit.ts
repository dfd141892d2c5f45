import type { ConfigurationContent, Profile } from '../api/configuration.ts'
import type { Violation } from '../api/problem.ts'
import type { Uuid } from '../scalars.ts'
import { isBlank } from './check-field-rule.ts'
import { checkRelation } from './check-relation.ts'
import { effectiveProfile } from './effective-profile.ts'
import { type BusinessField, businessFields, fieldViolation, type IncidentValues, ruleOf } from './incident-values.ts'

/**
 * Checks an edit of an incident against the current configuration. Only changed values are checked. An unchanged value
 * stays valid even if the configuration has changed since the value was stored. Read-only and hidden fields may be
 * edited, because these rules restrict creations, not the staff who edit incidents. Does not check that the location
 * and point exist, because that needs the database.
 * @param before values of the incident before the edit.
 * @param after values of the incident after the edit, with ids in lower case.
 * @returns all violations in the order of the fields in the schema.
 */
export function checkEdit(
  configuration: ConfigurationContent,
  before: IncidentValues,
  after: IncidentValues,
): Violation[] {
  const profile = effectiveProfile(configuration, after.typeId)
  const accepting = acceptOwnTypeAndCategory(configuration, before, after)
  const isEmptied = (field: BusinessField) =>
    ruleOf(profile, field) === 'required' && isEmpty(after[field]) && !isEmpty(before[field])
  return businessFields.flatMap((field) => [
    ...(isEmptied(field) ? [emptiedViolation(profile, field)] : []),
    ...checkRelation(field, { configuration: accepting, filled: after, violatesRule: isEmptied }),
  ])
}

const isEmpty = (value: unknown): boolean => value === null || isBlank(value)

const emptiedViolation = ({ name }: Profile, field: BusinessField): Violation =>
  fieldViolation(field, 'required', `${field} is required by the profile "${name}" and cannot be emptied.`)

/**
 * Returns a copy of the configuration that accepts the type and category that the incident already has. In the copy,
 * the type is active. If the edit does not change the type, the category is active too and belongs to this type. Adds a
 * type or category that the configuration no longer has.
 */
function acceptOwnTypeAndCategory(
  configuration: ConfigurationContent,
  { typeId, categoryId }: IncidentValues,
  after: IncidentValues,
): ConfigurationContent {
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

/** Returns the list with `entry` first. If an entry of the list has the same id, `entry` replaces that entry. */
const withEntry = <Entry extends { id: Uuid }>(entries: Entry[], entry: Entry): Entry[] => [
  entry,
  ...entries.filter(({ id }) => id !== entry.id),
]
