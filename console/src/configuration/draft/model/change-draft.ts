import type {
  Configuration,
  ConfiguredCategory,
  ConfiguredProfile,
  ConfiguredType,
  Field,
  FieldRule,
} from '../../fields.ts'

/** Functions that edit a draft. Each function takes a draft and returns a changed copy. */

export type EntryList = 'types' | 'categories' | 'profiles'

export const addType = (draft: Configuration, id: string): Configuration => ({
  ...draft,
  types: [...draft.types, { id, name: '', active: true, profileId: null }],
})

export const changeType = (draft: Configuration, id: string, change: Partial<ConfiguredType>): Configuration => ({
  ...draft,
  types: patched(draft.types, id, change),
})

/** Removes a type and its categories. */
export const removeType = (draft: Configuration, id: string): Configuration => ({
  ...draft,
  types: draft.types.filter((type) => type.id !== id),
  categories: draft.categories.filter(({ typeId }) => typeId !== id),
})

export const addCategory = (draft: Configuration, typeId: string, id: string): Configuration => ({
  ...draft,
  categories: [...draft.categories, { id, typeId, name: '', active: true }],
})

export const changeCategory = (
  draft: Configuration,
  id: string,
  change: Partial<ConfiguredCategory>,
): Configuration => ({ ...draft, categories: patched(draft.categories, id, change) })

export const removeCategory = (draft: Configuration, id: string): Configuration => ({
  ...draft,
  categories: draft.categories.filter((category) => category.id !== id),
})

/** Moves a type one position up (-1) or down (1). */
export const moveType = (draft: Configuration, id: string, step: -1 | 1): Configuration => ({
  ...draft,
  types: moved(draft.types, id, step, () => true),
})

/** Moves a category one position up (-1) or down (1) among the categories of the same type. */
export function moveCategory(draft: Configuration, id: string, step: -1 | 1): Configuration {
  const typeId = draft.categories.find((category) => category.id === id)?.typeId
  return { ...draft, categories: moved(draft.categories, id, step, (other) => other.typeId === typeId) }
}

export const addProfile = (draft: Configuration, profile: ConfiguredProfile): Configuration => ({
  ...draft,
  profiles: [...draft.profiles, profile],
})

export const renameProfile = (draft: Configuration, id: string, name: string): Configuration => ({
  ...draft,
  profiles: patched(draft.profiles, id, { name }),
})

/** Removes a profile. Types that used this profile get the default profile. */
export const removeProfile = (draft: Configuration, id: string): Configuration => ({
  ...draft,
  profiles: draft.profiles.filter((profile) => profile.id !== id),
  types: draft.types.map((type) => (type.profileId === id ? { ...type, profileId: null } : type)),
})

export const setDefaultProfile = (draft: Configuration, id: string): Configuration => ({
  ...draft,
  defaultProfileId: id,
})

/**
 * Sets the rule of a field in a profile.
 * @param original the published rule of the field. If `rule` and `original` both mean `optional` without a default,
 *   `original` is stored, so that changing a rule and changing it back leaves no difference. A missing rule has this
 *   meaning too.
 */
export function setRule<Name extends Field>(
  draft: Configuration,
  profileId: string,
  field: Name,
  rule: FieldRule<Name>,
  original: FieldRule<Name> | undefined,
): Configuration {
  const { [field]: _, ...others } = draft.profiles.find(({ id }) => id === profileId)?.fields ?? {}
  const written = isPlain(rule) && isPlain(original) ? original : rule
  const fields = (written ? { ...others, [field]: written } : others) as ConfiguredProfile['fields']
  return { ...draft, profiles: patched(draft.profiles, profileId, { fields }) }
}

const isPlain = (rule: FieldRule | undefined): boolean =>
  rule === undefined || (rule.rule === 'optional' && rule.default === undefined)

const patched = <Entry extends { id: string }>(entries: Entry[], id: string, change: Partial<Entry>): Entry[] =>
  entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry))

function moved<Entry extends { id: string }>(
  entries: Entry[],
  id: string,
  step: -1 | 1,
  isSibling: (entry: Entry) => boolean,
): Entry[] {
  const siblings = entries.flatMap((entry, index) => (isSibling(entry) ? [index] : []))
  const from = entries.findIndex((entry) => entry.id === id)
  const to = siblings[siblings.indexOf(from) + step]
  if (to === undefined) return entries
  return entries.with(from, entries[to]!).with(to, entries[from]!)
}
