/** Texts for the differences between two configurations. */
export const differenceTexts = {
  none: 'There are no differences.',
  types: 'Types',
  categories: 'Categories',
  profiles: 'Profiles',
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
  namedProfile: (name: string) => `the profile “${name}”`,
  defaultProfile: 'the default profile',
  type: (name: string, from: string, to: string) => `Category “${name}” moved from the Type “${from}” to “${to}”.`,
  rule: (entry: string, field: string, from: string, to: string) => `${entry}: ${field} is ${to} (was ${from}).`,
  withDefault: (rule: string, value: string) => `${rule}, default ${value}`,
  defaultProfileChanged: (from: string, to: string) => `The default profile is “${to}” instead of “${from}”.`,
  typesReordered: 'The order of the Types changed.',
  categoriesReordered: 'The order of the Categories changed.',
  profilesReordered: 'The order of the profiles changed.',
  other: (entry: string, property: string) => `${entry}: ${property} changed.`,
  unnamed: 'without a name',
}
