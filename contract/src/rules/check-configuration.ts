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

const checkTypes = (draft: ConfigurationDraft): Violation[] =>
  draft.types.flatMap(({ profileId }, index) => [
    ...checkUnique(draft.types, '/types', index),
    ...(profileId === null ? [] : checkProfileExists(draft, `/types/${index}/profileId`, profileId)),
  ])

const checkCategories = (draft: ConfigurationDraft): Violation[] =>
  draft.categories.flatMap(({ typeId }, index) => [
    ...checkUnique(draft.categories, '/categories', index),
    ...checkTypeExists(draft, `/categories/${index}/typeId`, typeId),
  ])

const checkProfiles = (draft: ConfigurationDraft): Violation[] =>
  draft.profiles.flatMap((profile, index) => [
    ...checkUnique(draft.profiles, '/profiles', index),
    ...checkDefaults(draft, profile, `/profiles/${index}/fields`),
  ])

function checkUnique(entries: { id: Uuid; name: string }[], pointer: string, index: number): Violation[] {
  const entry = entries[index]!
  const first = entries.findIndex(({ id }) => id === entry.id)
  if (first === index) return []
  const message = `"${entry.name}" has the id ${entry.id}, which "${entries[first]!.name}" has already.`
  return [{ pointer: `${pointer}/${index}/id`, code: 'duplicate_id', message }]
}

function checkProfileExists({ profiles }: ConfigurationDraft, pointer: string, profileId: Uuid): Violation[] {
  if (profiles.some(({ id }) => id === profileId)) return []
  return [{ pointer, code: 'unknown_profile', message: `The draft has no profile with the id ${profileId}.` }]
}

function checkTypeExists({ types }: ConfigurationDraft, pointer: string, typeId: Uuid): Violation[] {
  if (types.some(({ id }) => id === typeId)) return []
  return [{ pointer, code: 'unknown_type', message: `The draft has no type with the id ${typeId}.` }]
}
