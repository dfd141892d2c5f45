import type { ConfigurationDraft } from '../console/configuration-draft.ts'
import type { Violation, ViolationCode } from '../api/problem.ts'
import { isBlank } from './check-field-rule.ts'

type Profile = ConfigurationDraft['profiles'][number]
type Field = keyof Profile['fields']

/**
 * Checks that the defaults of one profile can be stored together.
 * @param pointer where the fields of the profile stand in the draft.
 * @returns every violation found, in the order of the fields.
 */
export function checkDefaults(draft: ConfigurationDraft, profile: Profile, pointer: string): Violation[] {
  const at = (field: Field, code: ViolationCode, message: string): Violation => ({
    pointer: `${pointer}/${field}/default`,
    code,
    message,
  })
  return [
    ...checkText(profile, 'name', at),
    ...checkText(profile, 'description', at),
    ...checkDefaultType(draft, profile, at),
    ...checkDefaultCategory(draft, profile, at),
    ...checkDefaultPoint(profile, at),
  ]
}

type At = (field: Field, code: ViolationCode, message: string) => Violation

function checkText({ name, fields }: Profile, field: 'name' | 'description', at: At): Violation[] {
  const { rule, default: text } = fields[field] ?? {}
  if (rule !== 'required' || !isBlank(text)) return []
  return [at(field, 'required', `The profile "${name}" requires ${field}, but its default is blank.`)]
}

function checkDefaultType({ types }: ConfigurationDraft, { fields }: Profile, at: At): Violation[] {
  const typeId = fields.typeId?.default
  if (typeId === undefined) return []
  const type = types.find(({ id }) => id === typeId)
  if (!type) return [at('typeId', 'unknown_type', `The default typeId ${typeId} is no Type of the draft.`)]
  if (type.active) return []
  return [at('typeId', 'inactive_type', `The default typeId (the Type "${type.name}") is not active.`)]
}

function checkDefaultCategory(draft: ConfigurationDraft, profile: Profile, at: At): Violation[] {
  const categoryId = profile.fields.categoryId?.default
  if (categoryId === undefined) return []
  const category = draft.categories.find(({ id }) => id === categoryId)
  if (!category) {
    return [at('categoryId', 'unknown_category', `The default categoryId ${categoryId} is no Category of the draft.`)]
  }

  const subject = `The default categoryId (the Category "${category.name}")`
  const type = draft.types.find(({ id }) => id === category.typeId)
  const violations: Violation[] = []
  if (!category.active) violations.push(at('categoryId', 'inactive_category', `${subject} is not active.`))
  // A Category of an unknown Type is reported where the Category stands.
  if (!type) return violations
  if (!type.active) {
    violations.push(at('categoryId', 'inactive_type', `${subject} has the Type "${type.name}", which is not active.`))
  }
  if (!canMeet(draft, profile, type)) {
    const message = `${subject} has the Type "${type.name}", which this profile is not for.`
    violations.push(at('categoryId', 'category_not_in_type', message))
  }
  return violations
}

/** Whether a creation under this profile can have the Type: the default one where there is one, else one that selects it. */
function canMeet(
  draft: ConfigurationDraft,
  { id, fields }: Profile,
  type: ConfigurationDraft['types'][number],
): boolean {
  const typeId = fields.typeId?.default
  if (typeId === undefined) return (type.profileId ?? draft.defaultProfileId) === id
  // A default that is no Type at all is reported as such.
  return typeId === type.id || !draft.types.some((candidate) => candidate.id === typeId)
}

function checkDefaultPoint({ name, fields }: Profile, at: At): Violation[] {
  if (fields.pointId?.default === undefined || fields.locationId?.default !== undefined) return []
  return [at('pointId', 'location_required', `The profile "${name}" has a default pointId but no default locationId.`)]
}
