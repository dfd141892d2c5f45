import { businessFields, type IncidentValues } from '@tocsin/contract/rules/incident-values.ts'
import { priorities } from '@tocsin/contract/priorities.ts'
import { isUuid } from '@tocsin/contract/read-scalars.ts'
import type { Priority } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { localTextOf } from '../texts/local-time.ts'

/** Values shown by a form. Numbers and times are text as typed. */
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

/** Entries of the user: only touched fields. */
export type Entries = Partial<ShownValues>

/** Newly entered values. Undefined marks a field as untouched. */
export type Entered = { [Field in keyof ShownValues]?: ShownValues[Field] | undefined }

/** Returns the values of an incident, or of a creation with defaults, as a form shows them. */
export const shownValuesOf = (values: IncidentValues): ShownValues => ({
  ...values,
  name: values.name ?? '',
  description: values.description ?? '',
  occurredAt: localTextOf(values.occurredAt),
  latitude: values.latitude?.toString() ?? '',
  longitude: values.longitude?.toString() ?? '',
  externalId: values.externalId ?? '',
})

/** Reads a typed number with decimal point or comma. Returns undefined for other text. */
export function numberOf(text: string): number | undefined {
  const written = text.trim().replace(',', '.').replace('−', '-')
  return /^-?\d+(\.\d*)?$/.test(written) ? Number(written) : undefined
}

/** Returns the valid entries of a stored draft. An earlier version of the console may have stored other data. */
export const knownEntries = (kept: object): Entries =>
  Object.fromEntries(Object.entries(kept).filter(([field, value]) => isEntry(field, value)))

function isEntry(field: string, value: unknown): boolean {
  if (field === 'tags') return Array.isArray(value) && value.every((tag) => typeof tag === 'string')
  if (field === 'priority') return (priorities as readonly unknown[]).includes(value)
  if (field.endsWith('Id') && field !== 'externalId' && value !== null)
    return typeof value === 'string' && isUuid(value)
  return (businessFields as readonly string[]).includes(field) && (value === null || typeof value === 'string')
}

/** Adds new entries and removes those that depend on them. Undefined removes an entry. */
export const enter = (entries: Entries, entered: Entered): Entries => ({
  ...withoutFields(entries, Object.keys(entered)),
  ...Object.fromEntries(Object.entries(entered).filter(([, value]) => value !== undefined)),
})

/** Field that depends on another field and is cleared with it. */
export const dependentOf = { typeId: 'categoryId', locationId: 'pointId' } as const

/** Removes fields and those that depend on them. */
export function withoutFields<Known extends object>(known: Known, fields: readonly string[]): Partial<Known> {
  const gone = new Set(fields)
  for (const [field, dependent] of Object.entries(dependentOf)) if (gone.has(field)) gone.add(dependent)
  return Object.fromEntries(Object.entries(known).filter(([field]) => !gone.has(field))) as Partial<Known>
}
