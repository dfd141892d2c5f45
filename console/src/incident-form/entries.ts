import { businessFields, type IncidentValues } from '@tocsin/contract/rules/incident-values.ts'
import { priorities } from '@tocsin/contract/priorities.ts'
import { isUuid } from '@tocsin/contract/read-scalars.ts'
import type { Priority } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { localTextOf } from '../texts/local-time.ts'

/** Values that the fields of an incident form show. Numbers and times are text, as the user typed them. */
export interface ShownValues {
  name: string
  description: string
  typeId: Uuid | null
  categoryId: Uuid | null
  priority: Priority | null
  locationId: Uuid | null
  pointId: Uuid | null
  assigneeId: Uuid | null
  /** Local time in the format of `<input type="datetime-local">`. */
  occurredAt: string
  tags: string[]
  latitude: string
  longitude: string
  externalId: string
}

/** Values that the user has entered. Fields that the user has not touched are absent. */
export type Entries = Partial<ShownValues>

/** Values to add to the entries. A value of undefined makes the field untouched again. */
export type Entered = { [Field in keyof ShownValues]?: ShownValues[Field] | undefined }

/** Converts incident values to the values that a form shows. */
export const shownValuesOf = (values: IncidentValues): ShownValues => ({
  ...values,
  name: values.name ?? '',
  description: values.description ?? '',
  occurredAt: localTextOf(values.occurredAt),
  latitude: values.latitude?.toString() ?? '',
  longitude: values.longitude?.toString() ?? '',
  externalId: values.externalId ?? '',
})

/** Parses a number that was typed with a decimal point or a decimal comma. Returns undefined for any other text. */
export function numberOf(text: string): number | undefined {
  const written = text.trim().replace(',', '.').replace('−', '-')
  return /^-?\d+(\.\d*)?$/.test(written) ? Number(written) : undefined
}

/**
 * Returns only the valid entries of a stored draft, because an earlier version of the console may have stored other
 * data.
 */
export const knownEntries = (stored: object): Entries =>
  Object.fromEntries(Object.entries(stored).filter(([field, value]) => isEntry(field, value)))

function isEntry(field: string, value: unknown): boolean {
  if (field === 'tags') return Array.isArray(value) && value.every((tag) => typeof tag === 'string')
  if (field === 'priority') return (priorities as readonly unknown[]).includes(value)
  if (field.endsWith('Id') && field !== 'externalId' && value !== null)
    return typeof value === 'string' && isUuid(value)
  return (businessFields as readonly string[]).includes(field) && (value === null || typeof value === 'string')
}

/**
 * Adds the entered values to the entries. A new type removes the entered category, and a new location removes the
 * entered point. A value of undefined removes the entry of its field.
 */
export const enter = (entries: Entries, entered: Entered): Entries => ({
  ...withoutFields(entries, Object.keys(entered)),
  ...Object.fromEntries(Object.entries(entered).filter(([, value]) => value !== undefined)),
})

/**
 * Dependent fields, keyed by the field on which they depend. A change of the type clears the category, and a change of
 * the location clears the point.
 */
export const dependentOf = { typeId: 'categoryId', locationId: 'pointId' } as const

/** Returns the object without the given fields and without the fields that depend on them. */
export function withoutFields<Known extends object>(known: Known, fields: readonly string[]): Partial<Known> {
  const gone = new Set(fields)
  for (const [field, dependent] of Object.entries(dependentOf)) if (gone.has(field)) gone.add(dependent)
  return Object.fromEntries(Object.entries(known).filter(([field]) => !gone.has(field))) as Partial<Known>
}
