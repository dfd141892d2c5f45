import type { FieldRules } from '../api/configuration.ts'

/** Workflow state of a template: its name, and the names of the states to which an incident can move from it. */
export interface NamedState {
  name: string
  next: readonly string[]
  isFinal?: true
}

/**
 * Starting point for the report forms and the workflow of a new organization. Parts of a template refer to each other
 * by name. The server generates ids when it applies the template.
 */
export interface Template {
  /** Report forms. The first one is the default form, which also governs types without a form of their own. */
  forms: readonly { name: string; fields: FieldRules }[]
  types: readonly { name: string; categories: readonly string[]; form?: string }[]
  /** Workflow states in order. New incidents start in the first state. */
  states: readonly NamedState[]
}
