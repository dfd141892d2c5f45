import type { IncidentDetails, PatchIncident } from '../../../../client/src/client.ts'
import type { ReferenceNames } from '../api/reference-names.ts'
import { WrongUsage } from '../failure.ts'
import { composeIncident, referTo, type Remark, type Remarks } from './compose.ts'
import type { FieldOptions } from './field-options.ts'

/** Change of an incident, as a user writes it on the command line. */
export interface WrittenChange extends FieldOptions {
  state?: string
  comment?: string
  /** Fields that the change empties. */
  clear?: ClearableField[]
}

/** Patch field for each name that the option `--clear` accepts. */
const clearable = {
  name: ['name'],
  description: ['description'],
  type: ['typeId'],
  category: ['categoryId'],
  location: ['locationId'],
  point: ['pointId'],
  assignee: ['assigneeId'],
  tags: ['tags'],
  coordinates: ['latitude', 'longitude'],
  'external-id': ['externalId'],
} as const satisfies Record<string, (keyof PatchIncident)[]>

export type ClearableField = keyof typeof clearable
export const clearableFields = Object.keys(clearable) as ClearableField[]

/**
 * Builds the request body of a change. The values are converted by `composeIncident`.
 * @param current incident before the change. If the change names a category but no type, the category is looked up in
 *   the incident's type. If it names a point but no location, the point is looked up in the incident's location.
 * @throws WrongUsage if the change empties a field and gives it a value.
 */
export async function composePatch(
  referenceNames: ReferenceNames,
  { state, comment, clear = [], tag, ...fields }: WrittenChange,
  current: Pick<IncidentDetails, 'typeId' | 'locationId'> | undefined,
): Promise<{ patch: PatchIncident; remarks: Remarks }> {
  const written = { ...fields, ...(tag && { tags: tag }) }
  const { incident, remarks } = await composeIncident(referenceNames, written, current)
  const contradiction = clear.find((field) => clearable[field].some((name) => name in incident))
  if (contradiction) throw new WrongUsage(`--clear ${contradiction} cannot be used with a new value of this field.`)
  const ofState = new Map<string, Remark>()
  const stateId = await referTo(referenceNames, ofState, 'stateId', state)
  const patch = {
    ...incident,
    ...(stateId !== undefined && { stateId }),
    ...(comment !== undefined && { comment }),
    ...Object.fromEntries(clear.flatMap((field) => clearable[field].map((name) => [name, null]))),
  }
  return { patch, remarks: new Map([...remarks, ...ofState]) }
}
