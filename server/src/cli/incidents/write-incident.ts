import type { Incident } from '../../../../client/src/client.ts'
import { isReferenceField, type ReferenceNames } from '../api/reference-names.ts'
import { table, writeData } from '../output.ts'
import { nameReferences } from './name-references.ts'

/** Writes an incident: as JSON if `json` is true, otherwise with one field per line and names beside the ids. */
export async function writeIncident(
  referenceNames: ReferenceNames,
  incident: Incident,
  json: true | undefined,
): Promise<void> {
  if (json) return writeData(JSON.stringify(incident))
  const nameOf = await nameReferences(referenceNames, [incident], Object.keys(incident).filter(isReferenceField))
  const rows = Object.entries(incident).map(([field, value]) => [field, readable(field, value, nameOf)])
  writeData(table(rows))
}

function readable(field: string, value: Incident[keyof Incident], nameOf: (id: string) => string | null): string {
  if (value === null) return '-'
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : '-'
  const name = isReferenceField(field) ? nameOf(String(value)) : null
  return name === null || name === value ? String(value) : `${value}  ${name}`
}
