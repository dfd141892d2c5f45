import type { ConfigurationDraft } from '../console/configuration-draft.ts'
import type { Violation } from '../api/problem.ts'
import type { Uuid } from '../scalars.ts'
import { checkDefaults } from './check-defaults.ts'

/**
 * Checks a configuration draft before it is published, so that no default of a profile makes a creation fail later.
 * Does not check that default locations, points and users exist, because this function does not use the database.
 * @param draft draft in the normal form that `normalizeConfiguration` returns. Its schema, ConfigurationContent, is
 *   checked elsewhere.
 * @returns all violations in the order of the draft, with JSON Pointers into the draft.
 */
export function checkConfiguration(draft: ConfigurationDraft): Violation[] {
  return [
    ...checkTypes(draft),
    ...checkCategories(draft),
    ...checkProfiles(draft),
    ...checkProfileExists(draft, '/defaultProfileId', draft.defaultProfileId),
  ]
}

function checkTypes(draft: ConfigurationDraft): Violation[] {
  const checkUnique = uniqueCheck(draft.types, '/types')
  return draft.types.flatMap((type, index) => [
    ...checkUnique(type, index),
    ...(type.profileId === null ? [] : checkProfileExists(draft, `/types/${index}/profileId`, type.profileId)),
  ])
}

function checkCategories({ types, categories }: ConfigurationDraft): Violation[] {
  const checkUnique = uniqueCheck(categories, '/categories')
  const typeIds = new Set(types.map(({ id }) => id))
  return categories.flatMap((category, index) => [
    ...checkUnique(category, index),
    ...(typeIds.has(category.typeId) ? [] : [unknownType(`/categories/${index}/typeId`, category.typeId)]),
  ])
}

function checkProfiles(draft: ConfigurationDraft): Violation[] {
  const checkUnique = uniqueCheck(draft.profiles, '/profiles')
  return draft.profiles.flatMap((profile, index) => [
    ...checkUnique(profile, index),
    ...checkDefaults(draft, profile, `/profiles/${index}/fields`),
  ])
}

interface Entry {
  id: Uuid
  name: string
}

/**
 * Makes a function that reports an entry if an earlier entry has the same id. Looks ids up in a map, because comparing
 * each of thousands of entries with all others would block a server for a tenth of a second.
 */
function uniqueCheck(entries: Entry[], pointer: string): (entry: Entry, index: number) => Violation[] {
  const firstIndexes = new Map<Uuid, number>()
  for (const [index, { id }] of entries.entries()) if (!firstIndexes.has(id)) firstIndexes.set(id, index)
  return ({ id, name }, index) => {
    const first = firstIndexes.get(id)!
    if (first === index) return []
    const message = `"${name}" has the id ${id}, which "${entries[first]!.name}" has already.`
    return [{ pointer: `${pointer}/${index}/id`, code: 'duplicate_id', message }]
  }
}

function checkProfileExists({ profiles }: ConfigurationDraft, pointer: string, profileId: Uuid): Violation[] {
  if (profiles.some(({ id }) => id === profileId)) return []
  return [{ pointer, code: 'unknown_profile', message: `The draft has no profile with the id ${profileId}.` }]
}

const unknownType = (pointer: string, typeId: Uuid): Violation => ({
  pointer,
  code: 'unknown_type',
  message: `The draft has no type with the id ${typeId}.`,
})
