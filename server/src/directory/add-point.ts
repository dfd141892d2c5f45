import type { AddPoint } from '@tocsin/contract/console/directory-administration.ts'
import type { Point } from '@tocsin/contract/api/directory.ts'
import { newId } from '../database/new-id.ts'
import { Problem, violationAt } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { lockLocation } from './location-queries.ts'
import { storePoints } from './store-added.ts'

/**
 * Adds a point to a location. The location may be archived.
 * @throws Problem `reference_not_found` when the location does not exist.
 */
export function addPoint(scope: OrganizationScope, { locationId, name }: AddPoint): Promise<Point> {
  return scope.transaction(async (inner) => {
    const location = await lockLocation(inner, locationId)
    if (!location) {
      throw new Problem('reference_not_found', { violations: [violationAt('/locationId', 'location_not_found')] })
    }
    const point = { id: newId(), locationId: location.id, name }
    await storePoints(inner, [point])
    return { ...point, archived: false }
  })
}
