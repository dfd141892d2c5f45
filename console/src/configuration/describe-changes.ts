import type { Change, ConfigurationChanges, EntryChanges } from '@tocsin/contract/console/configuration-history.ts'
import { isSameOrder } from '../merge/three-way.ts'
import { configurationPageTexts } from '../texts/configuration-pages.ts'
import { differenceTexts as texts } from '../texts/configuration-difference.ts'
import { describeRule } from './describe-rule.ts'
import type { Configuration, Field, FieldRule } from './fields.ts'
import type { Names } from '../incident-form/names.ts'

export interface DescribedChanges {
  title: string
  sentences: string[]
}

interface Both {
  before: Configuration
  after: Configuration
  names: Names
}

/**
 * Describes the differences between two configurations in sentences.
 * @param changes differences found by the server, except a changed order of entries. This function itself finds a
 *   changed order by comparing `both`.
 * @param both the two configurations, and the names of the entries in them.
 * @returns one group of sentences for each changed list: types, categories, profiles.
 */
export function describeChanges(changes: ConfigurationChanges, both: Both): DescribedChanges[] {
  const { before, after, names } = both
  const defaultProfile = changes.defaultProfileId
  return [
    {
      title: texts.types,
      sentences: [
        ...describeEntries(changes.types, names),
        ...reordered(before.types, after.types, texts.typesReordered),
      ],
    },
    {
      title: texts.categories,
      sentences: [
        ...describeEntries(changes.categories, names, callCategory(both)),
        ...reordered(before.categories, after.categories, texts.categoriesReordered),
      ],
    },
    {
      title: texts.profiles,
      sentences: [
        ...describeEntries(changes.profiles, names),
        ...(defaultProfile
          ? [texts.defaultProfileChanged(nameOf(defaultProfile.from, names), nameOf(defaultProfile.to, names))]
          : []),
        ...reordered(before.profiles, after.profiles, texts.profilesReordered),
      ],
    },
  ].filter(({ sentences }) => sentences.length > 0)
}

/**
 * Describes the added, removed and changed entries of one list.
 * @param call returns the words for an entry in a sentence, such as `Category “Leak” of “Flood”`. A removed entry has
 *   its former name.
 */
const describeEntries = ({ added, removed, changed }: EntryChanges, names: Names, call = callEntry) => [
  ...added.map(({ id, name }) => texts.added(call(id, name || texts.unnamed))),
  ...removed.map(({ id, name }) => texts.removed(call(id, name || texts.unnamed))),
  ...changed.flatMap(({ id, name, changes }) =>
    changes.map((change) => describeChange({ id, name: name || texts.unnamed, call }, change, names)),
  ),
]

const callEntry = (_id: string, name: string): string => texts.entry(name)

/**
 * Returns a function that names a category together with its type. A removed category is named with its former type.
 */
const callCategory =
  ({ before, after, names }: Both) =>
  (id: string, name: string): string => {
    const category = [...after.categories, ...before.categories].find((each) => each.id === id)
    return texts.category(name, nameOf(category?.typeId, names))
  }

interface Called {
  id: string
  name: string
  call: typeof callEntry
}

function describeChange({ id, name, call }: Called, { property, from, to }: Change, names: Names): string {
  const entry = call(id, name)
  switch (property) {
    case 'name':
      return texts.renamed(call(id, String(from) || texts.unnamed), String(to) || texts.unnamed)
    case 'active':
      return to === true ? texts.activated(entry) : texts.deactivated(entry)
    case 'profileId':
      return texts.profile(entry, profileOf(from, names), profileOf(to, names))
    case 'typeId':
      return texts.type(name, nameOf(from, names), nameOf(to, names))
    default:
      return describeRuleChange(entry, { property, from, to }, names)
  }
}

/** Returns the name of the type or profile with this id. */
const nameOf = (id: unknown, names: Names): string => names.get(String(id)) || texts.unnamed

const profileOf = (id: unknown, names: Names): string =>
  typeof id === 'string' ? texts.namedProfile(nameOf(id, names)) : texts.defaultProfile

function describeRuleChange(entry: string, { property, from, to }: Change, names: Names): string {
  const field = property.replace(/^fields\./, '') as Field
  const label = configurationPageTexts.fields[field]
  if (!label) return texts.other(entry, property)
  const describe = (rule: unknown) => describeRule(field, rule as FieldRule | undefined, names)
  return texts.rule(entry, label, describe(from), describe(to))
}

/** Returns `[sentence]` if the entries that both lists contain are in a different order; otherwise an empty array. */
const reordered = (before: Ordered, after: Ordered, sentence: string): string[] =>
  isSameOrder(before, after) ? [] : [sentence]

type Ordered = readonly { id: string }[]
