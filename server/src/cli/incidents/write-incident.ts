import type { Incident, IncidentDetails } from '../../../../client/src/client.ts'
import { isReferenceField, type ReferenceNames } from '../api/reference-names.ts'
import { table, writeData } from '../output.ts'
import { nameReferences } from './name-references.ts'

/** Writes an incident: as JSON if `json` is true, otherwise with one field per line and names beside the ids. */
export async function writeIncident(
  referenceNames: ReferenceNames,
  incident: Incident | IncidentDetails,
  json: true | undefined,
): Promise<void> {
  if (json) return writeData(JSON.stringify(incident))
  const nameOf = await nameReferences(referenceNames, [incident], Object.keys(incident).filter(isReferenceField))
  const rows = Object.entries(incident).map(([field, value]) => [field, readable(field, value, nameOf)])
  writeData(table(rows))
}

function readable(
  field: string,
  value: IncidentDetails[keyof IncidentDetails],
  nameOf: (id: string) => string | null,
): string {
  if (value === null) return '-'
  if (Array.isArray(value)) return value.map((item) => (typeof item === 'object' ? item.name : item)).join(', ') || '-'
  const name = isReferenceField(field) ? nameOf(String(value)) : null
  return name === null || name === value ? String(value) : `${value}  ${name}`
}
