import type { Incident } from '@tocsin/client/src/client.ts'
import type { ReferenceNames, ReferenceField } from '../api/reference-names.ts'
import { table, writeData } from '../output.ts'
import { nameReferences } from './name-references.ts'

const references: readonly string[] = [
  'stateId',
  'typeId',
  'categoryId',
  'locationId',
  'pointId',
  'assigneeId',
] satisfies ReferenceField[]

/** Writes one Incident: JSON for machines, a field a line with the names of what it refers to for people. */
export async function writeIncident(
  referenceNames: ReferenceNames,
  incident: Incident,
  json: true | undefined,
): Promise<void> {
  if (json) return writeData(JSON.stringify(incident))
  const nameOf = await nameReferences(referenceNames, [incident], references as ReferenceField[])
  const rows = Object.entries(incident).map(([field, value]) => [field, readable(field, value, nameOf)])
  writeData(table(rows))
}

function readable(field: string, value: Incident[keyof Incident], nameOf: (id: string) => string | null): string {
  if (value === null) return '-'
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : '-'
  const name = references.includes(field) ? nameOf(String(value)) : null
  return name === null || name === value ? String(value) : `${value}  ${name}`
}
