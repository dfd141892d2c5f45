import type { Incident, Uuid } from '../../../../client/src/client.ts'
import type { ReferenceNames, ReferenceField } from '../api/reference-names.ts'

/** Function that returns the name of the object with the given id, or the id itself if the name is unknown. */
export type NameOf = (id: Uuid | null) => string | null

/** Finds the names of the objects to which the given fields of incidents refer. */
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
