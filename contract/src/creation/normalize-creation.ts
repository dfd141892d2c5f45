import type { CreateIncident } from '../incident.ts'
import { parseInstant } from '../scalars.ts'

/**
 * Writes a creation as the rules and the database compare it: UUIDs in lower case, instants in UTC with milliseconds.
 * @param input has passed the schema CreateIncident.
 * @returns a copy with the same keys in the same order; whatever is neither UUID nor instant is the same value.
 */
export const normalizeCreation = (input: CreateIncident): CreateIncident =>
  Object.fromEntries(
    Object.entries(input).map(([field, value]) => [field, normalizeValue(field, value)]),
  ) as CreateIncident

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
