import type { Uuid } from '@tocsin/contract/scalars.ts'
import { recordEvent } from '../events/record.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { lockEntry, markArchived } from './location-queries.ts'
import { lockStaffUser } from './user-queries.ts'

/** Takes a Location out of use: only creations under an older revision may still name it, or its Points. */
export const archiveLocation = (scope: OrganizationScope, id: Uuid): Promise<void> => archive(scope, id, 'location')

/** Takes a Point out of use: only creations under an older revision may still name it. */
export const archivePoint = (scope: OrganizationScope, id: Uuid): Promise<void> => archive(scope, id, 'point')

/** Takes a member of staff out of use: only creations under an older revision may still be assigned to them. */
export const archiveUser = (scope: OrganizationScope, id: Uuid): Promise<void> => archive(scope, id, 'user')

const tables = { location: 'locations', point: 'points', user: 'users' } as const

/**
 * Archives once: what is archived already stays as it is.
 * @throws Problem `reference_not_found`.
 */
function archive(scope: OrganizationScope, id: Uuid, subjectKind: keyof typeof tables): Promise<void> {
  return scope.transaction(async (inner) => {
    const table = tables[subjectKind]
    const entry = await (table === 'users' ? lockStaffUser(inner, id) : lockEntry(inner, table, id))
    if (!entry) throw new Problem('reference_not_found', { detail: `The organization has no ${subjectKind} ${id}.` })
    if (entry.archivedAt) return
    await markArchived(inner, table, entry.id)
    await recordEvent(inner, {
      kind: `${subjectKind}_archived`,
      subjectKind,
      subjectId: entry.id,
      changes: { archived: [false, true] },
    })
  })
}
