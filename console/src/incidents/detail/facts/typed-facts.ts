import { incidentDetailTexts } from '../../../texts/incident-detail.ts'
import { fieldTexts } from '../../../texts/incident-form.ts'
import type { EditableField } from '../edit/to-edit.ts'

export type TypedFact = 'name' | 'description' | 'occurredAt' | 'coordinates' | 'externalId'

/** Facts whose values are typed, each with its label and its fields. */
export const typedFacts: Record<TypedFact, { label: string; fields: readonly EditableField[] }> = {
  name: { label: fieldTexts.name, fields: ['name'] },
  description: { label: fieldTexts.description, fields: ['description'] },
  occurredAt: { label: fieldTexts.occurredAt, fields: ['occurredAt'] },
  coordinates: { label: incidentDetailTexts.coordinates, fields: ['latitude', 'longitude'] },
  externalId: { label: fieldTexts.externalId, fields: ['externalId'] },
}

export const typedFactNames = Object.keys(typedFacts) as TypedFact[]
