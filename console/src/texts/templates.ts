import type { TemplateName } from '@tocsin/contract/templates/template-names.ts'
import { locale } from './locale.ts'
import { plural } from './plural.ts'
import { defineTexts } from './define-texts.ts'

interface TemplateText {
  title: string
  explanation: string
}

const templates: Readonly<Record<TemplateName, TemplateText>> = {
  shops: { title: 'Shops', explanation: 'Supermarkets and other stores.' },
  facilities: { title: 'Facilities', explanation: 'Offices, schools and other buildings.' },
  hospital: { title: 'Hospital', explanation: 'Wards, clinics and care homes.' },
}

const joined = new Intl.ListFormat(locale, { type: 'unit', style: 'long' })

export const templateTexts = defineTexts({
  ...templates,
  more: (names: readonly string[], count: number) =>
    `${joined.format(names)} ${plural(count, { one: 'and # more', other: 'and # more' })}`,
  preview: 'Preview',
  previewOf: (title: string) => `Preview ${title}`,
  use: (title: string) => `Use ${title}`,
  used: (title: string) => `You’re using the template “${title}”. Its report forms and workflow are live.`,
  failed: 'Couldn’t apply the template',
  noneFits: 'None of these fit?',
  startEmpty: 'Start empty',
  counts: ({ types, categories, forms, states }: Record<'types' | 'categories' | 'forms' | 'states', number>) =>
    [
      plural(types, { one: '# type', other: '# types' }),
      plural(categories, { one: '# category', other: '# categories' }),
      plural(forms, { one: '# report form', other: '# report forms' }),
      plural(states, { one: '# state', other: '# states' }),
    ].join(', '),
  types: 'Types and categories',
  forms: 'Report forms',
  asksFor: (fields: readonly string[]) => `Must have: ${joined.format(fields)}`,
  usedFor: (types: readonly string[]) => `For ${joined.format(types)}`,
  usedForOthers: 'For every other type',
  workflow: 'Workflow',
  list: (names: readonly string[]) => joined.format(names),
})
