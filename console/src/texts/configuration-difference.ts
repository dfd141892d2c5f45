import { defineTexts } from './define-texts.ts'

/** Texts for the differences between two configurations. */
export const differenceTexts = defineTexts({
  none: 'There are no differences.',
  types: 'Types',
  categories: 'Categories',
  profiles: 'Forms',
  entry: (name: string) => `“${name}”`,
  /**
   * Text that names a category together with its type, because categories of different types may have the same name.
   */
  category: (name: string, type: string) => `Category “${name}” of “${type}”`,
  added: (entry: string) => `${entry} was added.`,
  removed: (entry: string) => `${entry} was removed.`,
  renamed: (entry: string, to: string) => `${entry} is now called “${to}”.`,
  activated: (entry: string) => `${entry} was activated.`,
  deactivated: (entry: string) => `${entry} was deactivated.`,
  profile: (entry: string, from: string, to: string) => `${entry} uses ${to} instead of ${from}.`,
  namedProfile: (name: string) => `the form “${name}”`,
  defaultProfile: 'the default form',
  type: (name: string, from: string, to: string) => `Category “${name}” moved from the type “${from}” to “${to}”.`,
  rule: (entry: string, field: string, from: string, to: string) => `${entry}: ${field} is ${to} (was ${from}).`,
  withDefault: (rule: string, value: string) => `${rule}, default ${value}`,
  defaultProfileChanged: (from: string, to: string) => `The default form is “${to}” instead of “${from}”.`,
  typesReordered: 'The order of the types changed.',
  categoriesReordered: 'The order of the categories changed.',
  profilesReordered: 'The order of the forms changed.',
  other: (entry: string, property: string) => `${entry}: ${property} changed.`,
  unnamed: 'without a name',
})
