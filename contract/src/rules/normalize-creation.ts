import type { CreateIncident } from '../api/incident.ts'
import { parseInstant } from '../read-scalars.ts'

/**
 * Normalizes a creation or a patch, so that the rules and the database can compare its values: UUIDs in lower case,
 * instants in UTC with milliseconds.
 * @param input request body that has passed the schema CreateIncident or PatchIncident.
 * @returns a copy with the same fields in the same order. Other values are unchanged.
 */
export const normalizeCreation = <Input extends { [Field in keyof CreateIncident]?: CreateIncident[Field] | null }>(
  input: Input,
): Input =>
  Object.fromEntries(Object.entries(input).map(([field, value]) => [field, normalizeValue(field, value)])) as Input

function normalizeValue(field: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (uuidFields.has(field)) return value.toLowerCase()
  return field === 'occurredAt' ? (parseInstant(value) ?? value) : value
}

const uuidFields: ReadonlySet<string> = new Set<keyof CreateIncident>([
  'clientRequestId',
  'typeId',
  'categoryId',
  'locationId',
  'pointId',
  'assigneeId',
])
