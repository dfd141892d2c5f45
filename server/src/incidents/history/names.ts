import type { Uuid } from '@tocsin/contract/scalars.ts'
import { currentConfiguration } from '../../configuration/published.ts'
import type { OrganizationScope } from '../../scope.ts'
import { findFormerNames, findNames } from './name-queries.ts'

/** The fields of an Incident that refer to something with a name: in a configuration, or in a row of its own. */
const configuredFields = new Set(['typeId', 'categoryId'])
const directoryFields = new Set(['stateId', 'locationId', 'pointId', 'assigneeId', 'createdBy'])

/** A field and what it holds, whatever it is: only references are looked at. */
export type FieldValue = [field: string, value: unknown]

/**
 * Finds the names of what fields refer to, so that people need not read ids.
 * @returns id → name; an id without one is left out.
 */
export async function namesOf(scope: OrganizationScope, values: FieldValue[]): Promise<Map<Uuid, string>> {
  const configured = idsIn(values, configuredFields)
  const others = idsIn(values, directoryFields)
  const names = new Map<Uuid, string>()
  const keep = ({ id, name }: { id: Uuid; name: string }) => names.set(id, name)
  if (configured.size > 0) (await nameConfigured(scope, configured)).forEach(keep)
  if (others.size > 0) (await findNames(scope, [...others])).forEach(keep)
  return names
}

const idsIn = (values: FieldValue[], fields: Set<string>): Set<Uuid> =>
  new Set(values.flatMap(([field, value]) => (fields.has(field) && typeof value === 'string' ? [value] : [])))

/** Most are in the current revision, which is in memory; only for the others the former ones are searched. */
async function nameConfigured(scope: OrganizationScope, ids: Set<Uuid>) {
  const { types, categories } = await currentConfiguration(scope)
  const current = [...types, ...categories].filter(({ id }) => ids.has(id))
  const found = new Set(current.map(({ id }) => id))
  const former = [...ids].filter((id) => !found.has(id))
  return former.length === 0 ? current : [...current, ...(await findFormerNames(scope, former))]
}
