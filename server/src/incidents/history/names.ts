import type { Uuid } from '@tocsin/contract/scalars.ts'
import { currentConfiguration } from '../../configuration/published.ts'
import type { OrganizationScope } from '../../scope.ts'
import { findFormerNames, findNames } from './name-queries.ts'

/** Reference fields whose names are in the configuration. */
const configuredFields = new Set(['typeId', 'categoryId'])
/** Reference fields whose names are in rows. */
const directoryFields = new Set(['stateId', 'locationId', 'pointId', 'assigneeId', 'createdBy'])

/** A field of an incident and its value. */
export type FieldValue = [field: string, value: unknown]

/**
 * Finds the names behind the reference fields among `values`, to show instead of ids. Ignores other fields.
 * @returns id → name, without ids that have no name.
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

/** Searches former revisions only for ids that the current one lacks. The current one is in memory. */
async function nameConfigured(scope: OrganizationScope, ids: Set<Uuid>) {
  const { types, categories } = await currentConfiguration(scope)
  const current = [...types, ...categories].filter(({ id }) => ids.has(id))
  const found = new Set(current.map(({ id }) => id))
  const former = [...ids].filter((id) => !found.has(id))
  return former.length === 0 ? current : [...current, ...(await findFormerNames(scope, former))]
}
