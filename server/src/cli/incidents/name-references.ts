import type { Incident, Uuid } from '../../../../client/src/client.ts'
import type { ReferenceNames, ReferenceField } from '../api/reference-names.ts'

/** The name of what an id stands for; the id itself where it has none. */
export type NameOf = (id: Uuid | null) => string | null

/** Finds the names of what some incidents refer to in these fields. */
export async function nameReferences(
  referenceNames: ReferenceNames,
  incidents: Incident[],
  fields: readonly ReferenceField[],
): Promise<NameOf> {
  const idsIn = (field: ReferenceField) => incidents.map((incident) => incident[field])
  const found = await Promise.all(fields.map((field) => referenceNames.namesOf(field, idsIn(field))))
  const names = new Map(found.flatMap((one) => [...one]))
  return (id) => id && (names.get(id) ?? id)
}
