import type { Priority } from '@tocsin/contract/api/incident.ts'
import { formatInstant } from '../texts/format.ts'
import { incidentDetailTexts } from '../texts/incident-detail.ts'
import { incidentTexts } from '../texts/incidents.ts'
import type { Names } from './names.ts'

const texts = incidentDetailTexts.timeline

/**
 * Formats the value of an incident field as text for users, with names instead of ids. Returns undefined for an empty
 * value.
 */
export function valueInWords(field: string, value: unknown, names: Names): string | undefined {
  if (value === null || value === undefined || value === '') return undefined
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : undefined
  const text = String(value)
  if (field === 'priority') return incidentTexts.priorities[text as Priority] ?? text
  if (field === 'occurredAt') return formatInstant(text)
  return references.has(field) ? (names.get(text) ?? texts.unknownName) : text
}

const references = new Set(['typeId', 'categoryId', 'stateId', 'locationId', 'pointId', 'assigneeId', 'createdBy'])
