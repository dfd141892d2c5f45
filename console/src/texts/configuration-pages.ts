import type { Rule } from '@tocsin/contract/rules/incident-values.ts'
import { revisionAgeMaximumDays } from '@tocsin/contract/limits.ts'
import type { FieldRules } from '@tocsin/contract/api/configuration.ts'
import { formatNumber } from './format.ts'
import { fieldTexts } from './incident-form.ts'
import { plural } from './plural.ts'

const fields: Readonly<Record<keyof FieldRules, string>> = { ...fieldTexts, coordinates: 'Coordinates' }

const rules: Readonly<Record<Rule, string>> = {
  required: 'Required',
  optional: 'Optional',
  readOnly: 'Read-only',
  hidden: 'Hidden',
}

/** Texts for published configurations and their history. The texts for the draft are in configuration-draft.ts. */
export const configurationPageTexts = {
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
    revision: (revision: number) => `Revision ${revision}`,
    edit: 'Edit',
    continue: 'Continue the draft',
    publishedBy: (name: string) => `published by ${name},`,
    published: 'published',
    draftExists: (name: string) => `${name} is editing a draft of the next revision.`,
    draftSaved: 'Last saved',
    tabs: { types: 'Types and Categories', profiles: 'Profiles', history: 'History', age: 'Older revisions' },
  },
  types: {
    empty: 'There are no Types yet',
    emptyHint: 'Types and their Categories say what kind of Incident is reported. Add some in a draft.',
    inactive: 'Inactive',
    profile: (name: string) => `Profile ${name}`,
    defaultProfile: (name: string) => `Default profile (${name})`,
    noCategories: 'No Categories',
    categoriesOf: (type: string) => `Categories of ${type}`,
  },
  profiles: {
    default: 'Default',
    usedBy: (count: number) => plural(count, { one: 'Used by # Type', other: 'Used by # Types' }),
    usedByOthers: 'Used by Types that name no other, and by Incidents without a Type',
  },
  history: {
    revision: 'Revision',
    current: 'Current',
    creations: 'Creations',
    lately: 'Last 30 days',
    lastUsed: 'Last used',
    never: 'never',
    by: (name: string) => `by ${name}`,
  },
  age: {
    explanation:
      'Field apps that are offline create Incidents under the revision they know. Set how long a revision may still be used after it is replaced; later creations under it are refused.',
    limited: 'Refuse revisions that were replaced long ago',
    days: 'Days to accept a revision after it is replaced',
    daysHint: '0 accepts the current revision only.',
    save: 'Save',
    saved: 'Saved. It takes effect immediately.',
    daysMissing: `Give a whole number from 0 to ${formatNumber(revisionAgeMaximumDays)}.`,
  },
  revision: {
    current: 'Current',
    use: (creations: string, lately: string) => `${creations}, ${lately} in the last 30 days`,
    creations: (count: number) => plural(count, { one: '# creation', other: '# creations' }),
    tabs: { content: 'What it says', changes: 'What changed' },
    compareWith: 'Compared with revision',
    changesFrom: (from: number, to: number) => `From revision ${from} to revision ${to}`,
    onlyOne: 'There is no other revision to compare with',
    onlyOneHint: 'After you publish a second one, this page shows what changed.',
  },
}
