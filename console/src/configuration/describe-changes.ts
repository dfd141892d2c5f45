import type { Change, ConfigurationChanges, EntryChanges } from '@tocsin/contract/configuration-history.ts'
import { configurationPageTexts } from '../texts/configuration-pages.ts'
import { differenceTexts as texts } from '../texts/configuration-difference.ts'
import { describeRule } from './describe-rule.ts'
import type { Configuration, Field, FieldRule } from './fields.ts'
import { isSameOrder } from './is-same-order.ts'
import type { ConfigurationNames } from './use-configuration-names.ts'

export interface DescribedChanges {
  title: string
  sentences: string[]
}

interface Both {
  before: Configuration
  after: Configuration
  names: ConfigurationNames
}

/**
 * Tells in words what is different between two configurations.
 * @param changes as the server found them; of the order it tells nothing.
 * @returns what has changes: of the Types, of the Categories, of the profiles.
 */
export function describeChanges(changes: ConfigurationChanges, both: Both): DescribedChanges[] {
  const { before, after, names } = both
  const nameOf = (id: unknown): string => names.get(String(id)) || texts.unnamed
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
        ...describeEntries(changes.categories, names),
        ...reordered(before.categories, after.categories, texts.categoriesReordered),
      ],
    },
    {
      title: texts.profiles,
      sentences: [
        ...describeEntries(changes.profiles, names),
        ...(defaultProfile
          ? [texts.defaultProfileChanged(nameOf(defaultProfile.from), nameOf(defaultProfile.to))]
          : []),
        ...reordered(before.profiles, after.profiles, texts.profilesReordered),
      ],
    },
  ].filter(({ sentences }) => sentences.length > 0)
}

const describeEntries = ({ added, removed, changed }: EntryChanges, names: ConfigurationNames): string[] => [
  ...added.map(({ name }) => texts.added(name || texts.unnamed)),
  ...removed.map(({ name }) => texts.removed(name || texts.unnamed)),
  ...changed.flatMap(({ name, changes }) =>
    changes.map((change) => describeChange(name || texts.unnamed, change, names)),
  ),
]

function describeChange(name: string, { property, from, to }: Change, names: ConfigurationNames): string {
  switch (property) {
    case 'name':
      return texts.renamed(String(from) || texts.unnamed, String(to) || texts.unnamed)
    case 'active':
      return to === true ? texts.activated(name) : texts.deactivated(name)
    case 'profileId':
      return texts.profile(name, profileOf(from, names), profileOf(to, names))
    case 'typeId':
      return texts.type(name, names.get(String(from)) ?? texts.unnamed, names.get(String(to)) ?? texts.unnamed)
    default:
      return describeRuleChange(name, { property, from, to }, names)
  }
}

const profileOf = (id: unknown, names: ConfigurationNames): string =>
  typeof id === 'string' ? texts.namedProfile(names.get(id) || texts.unnamed) : texts.defaultProfile

function describeRuleChange(name: string, { property, from, to }: Change, names: ConfigurationNames): string {
  const field = property.replace(/^fields\./, '') as Field
  const label = configurationPageTexts.fields[field]
  if (!label) return texts.other(name, property)
  const describe = (rule: unknown) => describeRule(field, rule as FieldRule | undefined, names)
  return texts.rule(name, label, describe(from), describe(to))
}

/** Whether what both have stands in another order; that is no change of any entry, and still another revision. */
const reordered = (before: Ordered, after: Ordered, sentence: string): string[] =>
  isSameOrder(before, after) ? [] : [sentence]

type Ordered = readonly { id: string }[]
