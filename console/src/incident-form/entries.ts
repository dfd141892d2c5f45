import { businessFields, type IncidentValues } from '@tocsin/contract/rules/incident-values.ts'
import { priorities } from '@tocsin/contract/priorities.ts'
import { isUuid } from '@tocsin/contract/read-scalars.ts'
import type { Priority } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { localTextOf } from '../texts/local-time.ts'

/** What a form shows: numbers and times as text, the way they are typed. */
export interface ShownValues {
  name: string
  description: string
  typeId: Uuid | null
  categoryId: Uuid | null
  priority: Priority | null
  locationId: Uuid | null
  pointId: Uuid | null
  assigneeId: Uuid | null
  /** Local time, as `<input type="datetime-local">` has it. */
  occurredAt: string
  tags: string[]
  latitude: string
  longitude: string
  externalId: string
}

/** What somebody has entered so far: only the fields that they touched. */
export type Entries = Partial<ShownValues>

/** The value just entered; undefined counts the field as untouched. */
export type Entered = { [Field in keyof ShownValues]?: ShownValues[Field] | undefined }

/** The values of an Incident, or of a creation with its defaults, the way a form shows them. */
export const shownValuesOf = (values: IncidentValues): ShownValues => ({
  ...values,
  name: values.name ?? '',
  description: values.description ?? '',
  occurredAt: localTextOf(values.occurredAt),
  latitude: values.latitude?.toString() ?? '',
  longitude: values.longitude?.toString() ?? '',
  externalId: values.externalId ?? '',
})

/** The number of a text as typed, with a point or a comma; undefined where it is none. */
export function numberOf(text: string): number | undefined {
  const written = text.trim().replace(',', '.').replace('−', '-')
  return /^-?\d+(\.\d*)?$/.test(written) ? Number(written) : undefined
}

/** The entries among what was kept: an earlier version of the console may have left something else. */
export const knownEntries = (kept: object): Entries =>
  Object.fromEntries(Object.entries(kept).filter(([field, value]) => isEntry(field, value)))

function isEntry(field: string, value: unknown): boolean {
  if (field === 'tags') return Array.isArray(value) && value.every((tag) => typeof tag === 'string')
  if (field === 'priority') return (priorities as readonly unknown[]).includes(value)
  if (field.endsWith('Id') && field !== 'externalId' && value !== null)
    return typeof value === 'string' && isUuid(value)
  return (businessFields as readonly string[]).includes(field) && (value === null || typeof value === 'string')
}

/** Adds what was just entered, and takes back what it makes impossible. Undefined takes an entry back. */
export const enter = (entries: Entries, entered: Entered): Entries => ({
  ...withoutFields(entries, Object.keys(entered)),
  ...Object.fromEntries(Object.entries(entered).filter(([, value]) => value !== undefined)),
})

/** What is of something else, and goes with it. */
export const dependentOf = { typeId: 'categoryId', locationId: 'pointId' } as const

/** What is known of the fields, without some of them and without what depends on these. */
export function withoutFields<Known extends object>(known: Known, fields: readonly string[]): Partial<Known> {
  const gone = new Set(fields)
  for (const [field, dependent] of Object.entries(dependentOf)) if (gone.has(field)) gone.add(dependent)
  return Object.fromEntries(Object.entries(known).filter(([field]) => !gone.has(field))) as Partial<Known>
}
