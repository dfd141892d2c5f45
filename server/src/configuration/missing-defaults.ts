import type { ConfigurationContent } from '@tocsin/contract/api/configuration.ts'
import type { Violation, ViolationCode } from '@tocsin/contract/api/problem.ts'
import { findUsableIds } from '../directory/usable-ids.ts'
import { violationAt } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'

/** Finds the defaults of a draft that name a Location, Point or user which cannot be used (any more). */
export async function missingDefaults(scope: OrganizationScope, draft: ConfigurationContent): Promise<Violation[]> {
  const defaults = draft.profiles.map(({ fields }) => ({
    locationId: fields.locationId?.default,
    pointId: fields.pointId?.default,
    assigneeId: fields.assigneeId?.default,
  }))
  const ids = defaults.flatMap((ofProfile) => Object.values(ofProfile)).filter((id) => id !== undefined)
  const usable = await findUsableIds(scope, ids)

  return defaults.flatMap(({ locationId, pointId, assigneeId }, index) => {
    const faults: Violation[] = []
    const report = (field: string, code: ViolationCode, message?: string) =>
      faults.push(violationAt(`/profiles/${index}/fields/${field}/default`, code, message))

    const locationOfPoint = pointId && usable.points.get(pointId)
    if (locationId && !usable.locations.has(locationId))
      report('locationId', 'location_not_found', unusable('Location'))
    if (pointId && !locationOfPoint) report('pointId', 'point_not_found', unusable('Point'))
    if (locationId && locationOfPoint && locationOfPoint !== locationId) report('pointId', 'point_not_in_location')
    if (assigneeId && !usable.users.has(assigneeId)) report('assigneeId', 'assignee_not_found', unusable('user'))
    return faults
  })
}

const unusable = (noun: string): string => `The default is a ${noun} that does not exist or is archived.`
