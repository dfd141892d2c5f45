import type { Rule } from '@tocsin/contract/rules/incident-values.ts'
import { revisionAgeMaximumDays } from '@tocsin/contract/limits.ts'
import type { FieldRules } from '@tocsin/contract/api/configuration.ts'
import { formatNumber } from './format.ts'
import { fieldTexts } from './incident-form.ts'
import { plural } from './plural.ts'
import { defineTexts } from './define-texts.ts'

const fields: Readonly<Record<keyof FieldRules, string>> = { ...fieldTexts, coordinates: 'Coordinates' }

const rules: Readonly<Record<Rule, string>> = {
  required: 'Required',
  optional: 'Optional',
  readOnly: 'Read-only',
  hidden: 'Hidden',
}

/** Texts for published configurations and their history. The texts for the draft are in configuration-draft.ts. */
export const configurationPageTexts = defineTexts({
  fields,
  rules,
  defaults: {
    now: 'the time of receipt',
    noTags: 'no tags',
    unknown: 'something that no longer exists',
    quoted: (text: string) => `“${text}”`,
    value: (text: string) => `default ${text}`,
    always: (text: string) => `always ${text}`,
  },
  current: {
    revision: (revision: number) => `Version ${revision}`,
    edit: 'Edit',
    continue: 'Continue the draft',
    publishedBy: (name: string) => `Published by ${name},`,
    published: 'Published',
    draftExists: (name: string) => `${name} is editing a draft of the next version.`,
    draftSaved: 'Last saved',
    tabs: { types: 'Types and categories', profiles: 'Forms', history: 'History', age: 'Older versions' },
  },
  types: {
    empty: 'There are no types yet',
    emptyHint: 'Types and their categories say what kind of incident is reported.',
    inactive: 'Inactive',
    profile: (name: string) => `Form ${name}`,
    defaultProfile: (name: string) => `Default form (${name})`,
    noCategories: 'No categories',
    categoriesOf: (type: string) => `Categories of ${type}`,
  },
  profiles: {
    default: 'Default',
    usedBy: (count: number) => plural(count, { one: 'Used by # type', other: 'Used by # types' }),
    usedByOthers: 'Used by types without a form of their own, and by incidents without a type',
  },
  history: {
    revision: 'Version',
    current: 'Current',
    creations: 'Creations',
    lately: 'Last 30 days',
    lastUsed: 'Last used',
    never: 'never',
    by: (name: string) => `by ${name}`,
    older: 'Show older versions',
  },
  age: {
    explanation:
      'Field apps that are offline report incidents under the version they know. Set how long a version may still be used after it is replaced. Later reports under it are refused.',
    limited: 'Refuse versions that were replaced long ago',
    days: 'Days to accept a version after it is replaced',
    daysHint: '0 accepts the current version only.',
    save: 'Save',
    saved: 'Saved. It takes effect immediately.',
    daysMissing: `Give a whole number from 0 to ${formatNumber(revisionAgeMaximumDays)}.`,
  },
  revision: {
    current: 'Current',
    use: (creations: string, lately: string) => `${creations}, ${lately} in the last 30 days`,
    creations: (count: number) => plural(count, { one: '# creation', other: '# creations' }),
    tabs: { content: 'What it says', changes: 'What changed' },
    compareWith: 'Compared with version',
    changesFrom: (from: number, to: number) => `From version ${from} to version ${to}`,
    onlyOne: 'There is no other version to compare with',
    onlyOneHint: 'After you publish a second one, this page shows what changed.',
  },
})
