import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { lockLocation, lockPoint } from './location-queries.ts'
import { lockStaffUser } from './users/queries.ts'

const locks = { location: lockLocation, point: lockPoint, user: lockStaffUser }

export type EntryKind = keyof typeof locks
type Entry<Kind extends EntryKind> = NonNullable<Awaited<ReturnType<(typeof locks)[Kind]>>>

/**
 * Finds a location, point or member of staff, archived or not, and locks the row until the transaction ends. Does not
 * find system users.
 * @throws Problem `reference_not_found` when the organization has no such location, point or member of staff.
 */
export async function lockExisting<Kind extends EntryKind>(
  scope: OrganizationScope,
  kind: Kind,
  id: Uuid,
): Promise<Entry<Kind>> {
  const entry = await locks[kind](scope, id)
  if (!entry) throw new Problem('reference_not_found', { detail: `The organization has no ${kind} ${id}.` })
  return entry as Entry<Kind>
}
