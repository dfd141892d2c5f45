import { isDeepStrictEqual } from 'node:util'
import type { ConfigurationDraft } from '@tocsin/contract/console/configuration-draft.ts'
import type { Change, ConfigurationChanges, EntryChanges } from '@tocsin/contract/console/configuration-history.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'

interface Entry {
  id: Uuid
  name: string
}

/**
 * Compares the types, categories and profiles of two configurations. Two entries with the same id are compared property
 * by property.
 */
export function compareConfigurations(before: ConfigurationDraft, after: ConfigurationDraft): ConfigurationChanges {
  const [defaultProfileId = null] = changedProperties(
    { defaultProfileId: before.defaultProfileId },
    { defaultProfileId: after.defaultProfileId },
  )
  return {
    types: compareEntries(before.types, after.types),
    categories: compareEntries(before.categories, after.categories),
    profiles: compareEntries(before.profiles.map(flatten), after.profiles.map(flatten)),
    defaultProfileId,
  }
}

/**
 * Replaces the field rules of a profile by properties named `fields.<field>`, so that each rule is compared by itself.
 */
const flatten = ({ id, name, fields }: Entry & { fields: object }): Entry => ({
  id,
  name,
  ...Object.fromEntries(Object.entries(fields).map(([field, rule]) => [`fields.${field}`, rule])),
})

function compareEntries(before: Entry[], after: Entry[]): EntryChanges {
  const earlier = new Map(before.map((entry) => [entry.id, entry]))
  const later = new Set(after.map(({ id }) => id))
  return {
    added: after.filter(({ id }) => !earlier.has(id)).map(named),
    removed: before.filter(({ id }) => !later.has(id)).map(named),
    changed: after.flatMap((entry) => {
      const changes = changedProperties(earlier.get(entry.id) ?? entry, entry)
      return changes.length > 0 ? [{ ...named(entry), changes }] : []
    }),
  }
}

const named = ({ id, name }: Entry): Entry => ({ id, name })

function changedProperties(before: object, after: object): Change[] {
  const earlier: Record<string, unknown> = { ...before }
  const later: Record<string, unknown> = { ...after }
  const properties = [...new Set([...Object.keys(earlier), ...Object.keys(later)])]
  return properties
    .map((property) => ({ property, from: earlier[property], to: later[property] }))
    .filter(({ from, to }) => !isDeepStrictEqual(from, to))
}
