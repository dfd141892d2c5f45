import type { ConfigurationDraft } from '../console/configuration-draft.ts'
import type { Violation } from '../api/problem.ts'
import { isBlank } from './check-field-rule.ts'
import { fieldViolation } from './incident-values.ts'

type Profile = ConfigurationDraft['profiles'][number]

/**
 * Checks that the defaults of one profile are valid and do not contradict each other.
 * @param pointer JSON Pointer to the fields of the profile in the draft.
 * @returns all violations in the order of the fields.
 */
export function checkDefaults(draft: ConfigurationDraft, profile: Profile, pointer: string): Violation[] {
  const violations = [
    ...checkText(profile, 'name'),
    ...checkText(profile, 'description'),
    ...checkDefaultType(draft, profile),
    ...checkDefaultCategory(draft, profile),
    ...checkDefaultPoint(profile),
  ]
  return violations.map((violation) => ({ ...violation, pointer: `${pointer}${violation.pointer}/default` }))
}

function checkText({ name, fields }: Profile, field: 'name' | 'description'): Violation[] {
  const { rule, default: text } = fields[field] ?? {}
  if (rule !== 'required' || !isBlank(text)) return []
  return [fieldViolation(field, 'required', `The profile "${name}" requires ${field}, but its default is blank.`)]
}

function checkDefaultType({ types }: ConfigurationDraft, { fields }: Profile): Violation[] {
  const typeId = fields.typeId?.default
  if (typeId === undefined) return []
  const type = types.find(({ id }) => id === typeId)
  if (!type) return [fieldViolation('typeId', 'unknown_type', `The default typeId ${typeId} is no type of the draft.`)]
  if (type.active) return []
  return [fieldViolation('typeId', 'inactive_type', `The default typeId (the type "${type.name}") is not active.`)]
}

function checkDefaultCategory(draft: ConfigurationDraft, profile: Profile): Violation[] {
  const categoryId = profile.fields.categoryId?.default
  if (categoryId === undefined) return []
  const category = draft.categories.find(({ id }) => id === categoryId)
  if (!category) {
    return [
      fieldViolation(
        'categoryId',
        'unknown_category',
        `The default categoryId ${categoryId} is no category of the draft.`,
      ),
    ]
  }

  const subject = `The default categoryId (the category "${category.name}")`
  const type = draft.types.find(({ id }) => id === category.typeId)
  const violations: Violation[] = []
  if (!category.active) violations.push(fieldViolation('categoryId', 'inactive_category', `${subject} is not active.`))
  // If the draft lacks the type of the category, return here: another check reports that type.
  if (!type) return violations
  if (!type.active) {
    violations.push(
      fieldViolation('categoryId', 'inactive_type', `${subject} has the type "${type.name}", which is not active.`),
    )
  }
  if (!canHaveType(draft, profile, type)) {
    const message = `${subject} has the type "${type.name}", which this profile is not for.`
    violations.push(fieldViolation('categoryId', 'category_not_in_type', message))
  }
  return violations
}

/**
 * Returns true if a creation under this profile can have the type. If the profile has a default type, only that type is
 * possible. Otherwise, each type that selects this profile is possible.
 */
function canHaveType(
  draft: ConfigurationDraft,
  { id, fields }: Profile,
  type: ConfigurationDraft['types'][number],
): boolean {
  const typeId = fields.typeId?.default
  if (typeId === undefined) return (type.profileId ?? draft.defaultProfileId) === id
  // If the draft lacks the default type, return true: another check reports that type.
  return typeId === type.id || !draft.types.some((candidate) => candidate.id === typeId)
}

function checkDefaultPoint({ name, fields }: Profile): Violation[] {
  if (fields.pointId?.default === undefined || fields.locationId?.default !== undefined) return []
  return [
    fieldViolation(
      'pointId',
      'location_required',
      `The profile "${name}" has a default pointId but no default locationId.`,
    ),
  ]
}
