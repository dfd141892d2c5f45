import type { FieldRules } from '../api/configuration.ts'

/** Name of a workflow state, and the names of the states that may follow it. */
export interface NamedState {
  name: string
  next: readonly string[]
  isFinal?: true
}

/**
 * Starting point for the report forms and the workflow of a new organization. Parts refer to each other by name; the
 * server makes the ids when it applies the template.
 */
export interface Template {
  /** Forms. The first one is the default form, which also governs types without a form. */
  forms: readonly { name: string; fields: FieldRules }[]
  types: readonly { name: string; categories: readonly string[]; form?: string }[]
  /** States in order. New incidents start in the first one. */
  states: readonly NamedState[]
}
