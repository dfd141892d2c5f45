import type { ChangePoint } from '@tocsin/contract/console/directory-administration.ts'
import type { Point } from '@tocsin/contract/api/directory.ts'
import { pointChanged } from '@tocsin/contract/events/point-events.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { recordEvent } from '../events/record.ts'
import type { OrganizationScope } from '../scope.ts'
import { updatePointName } from './location-queries.ts'
import { lockExisting } from './lock-existing.ts'

/**
 * Renames a point. A point cannot move to another location.
 * @throws Problem `reference_not_found` when the point does not exist.
 */
export function changePoint(scope: OrganizationScope, id: Uuid, { name }: ChangePoint): Promise<Point> {
  return scope.transaction(async (inner) => {
    const { archivedAt, ...before } = await lockExisting(inner, 'point', id)
    if (name !== before.name) {
      await updatePointName(inner, before.id, name)
      await recordEvent(inner, pointChanged({ pointId: before.id, changes: { name: [before.name, name] } }))
    }
    return { ...before, name, archived: archivedAt !== null }
  })
}
