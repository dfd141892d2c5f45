import type { Uuid } from '@tocsin/contract/scalars.ts'
import { currentConfiguration } from '../../configuration/published.ts'
import type { OrganizationScope } from '../../scope.ts'
import { findFormerNames, findNames } from './name-queries.ts'

/** Fields with ids of types and categories, whose names are in the creation configuration. */
const configuredFields = new Set(['typeId', 'categoryId'])
/** Fields with ids of states, locations, points and users, whose names are in database tables. */
const directoryFields = new Set(['stateId', 'locationId', 'pointId', 'assigneeId', 'createdBy'])

/** Name of a field of an incident, and a value of this field. */
export type FieldValue = [field: string, value: unknown]

/**
 * Finds the names of the objects to which the ids among `values` refer, so that people see names instead of ids.
 * @param values fields with their values. Fields that contain no id are ignored.
 * @returns a map from id to name. It lacks ids without a known name.
 */
export async function namesOf(scope: OrganizationScope, values: FieldValue[]): Promise<Map<Uuid, string>> {
  const configured = idsIn(values, configuredFields)
  const others = idsIn(values, directoryFields)
  const names = new Map<Uuid, string>()
  const add = ({ id, name }: { id: Uuid; name: string }) => names.set(id, name)
  if (configured.size > 0) (await nameConfigured(scope, configured)).forEach(add)
  if (others.size > 0) (await findNames(scope, [...others])).forEach(add)
  return names
}

const idsIn = (values: FieldValue[], fields: Set<string>): Set<Uuid> =>
  new Set(values.flatMap(([field, value]) => (fields.has(field) && typeof value === 'string' ? [value] : [])))

/**
 * Finds the names of types and categories. Reads them from the current revision, which is in memory. Searches earlier
 * revisions only for ids that the current revision does not contain.
 */
async function nameConfigured(scope: OrganizationScope, ids: Set<Uuid>) {
  const { types, categories, revision } = await currentConfiguration(scope)
  const current = [...types, ...categories].filter(({ id }) => ids.has(id))
  const found = new Set(current.map(({ id }) => id))
  const former = [...ids].filter((id) => !found.has(id))
  return [...current, ...(await nameFormer(scope, former, revision))]
}

/** Finds names in earlier revisions. The names are cached, because an export asks for the same names again and again. */
async function nameFormer(scope: OrganizationScope, ids: Uuid[], currentRevision: number) {
  const { formerNames } = scope.service
  const keyOf = (id: Uuid) => `${scope.organizationId}/${currentRevision}/${id}`
  const cached = ids.flatMap((id) => {
    const name = formerNames.get(keyOf(id))
    return name === undefined ? [] : [{ id, name }]
  })
  const known = new Set(cached.map(({ id }) => id))
  const unknown = ids.filter((id) => !known.has(id))
  const found = await findFormerNames(scope, unknown, currentRevision)
  for (const { id, name } of found) formerNames.set(keyOf(id), name)
  return [...cached, ...found]
}
