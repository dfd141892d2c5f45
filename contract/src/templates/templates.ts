import { facilities } from './facilities.ts'
import { hospital } from './hospital.ts'
import { shops } from './shops.ts'
import type { TemplateName } from './template-names.ts'
import type { Template } from './template.ts'

export const templates: Readonly<Record<TemplateName, Template>> = { shops, facilities, hospital }

/** Counts the types, categories, forms and states of a template. */
export const countParts = ({ types, forms, states }: Template) => ({
  types: types.length,
  categories: types.reduce((sum, { categories }) => sum + categories.length, 0),
  forms: forms.length,
  states: states.length,
})
