import type { ConfigurationContent } from '@tocsin/contract/configuration.ts'
import type { Violation, ViolationCode } from '@tocsin/contract/problem.ts'
import { findUsableIds } from '../directory/usable-ids.ts'
import { violationAt } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'

/** Finds the defaults of a draft that name a Location, Point or user which cannot be used (any more). */
export async function missingDefaults(scope: OrganizationScope, draft: ConfigurationContent): Promise<Violation[]> {
  const ids = draft.profiles.flatMap(({ fields }) => [
    fields.locationId?.default ?? [],
    fields.pointId?.default ?? [],
    fields.assigneeId?.default ?? [],
  ])
  const usable = await findUsableIds(scope, ids.flat())

  return draft.profiles.flatMap(({ fields }, index) => {
    const { locationId, pointId, assigneeId } = fields
    const point = pointId?.default === undefined ? undefined : usable.points.get(pointId.default)
    const faults: [string, ViolationCode, boolean][] = [
      ['locationId', 'location_not_found', !!locationId?.default && !usable.locations.has(locationId.default)],
      ['pointId', 'point_not_found', !!pointId?.default && !point],
      ['pointId', 'point_not_in_location', !!point && !!locationId?.default && point !== locationId.default],
      ['assigneeId', 'assignee_not_found', !!assigneeId?.default && !usable.users.has(assigneeId.default)],
    ]
    return faults
      .filter(([, , isBroken]) => isBroken)
      .map(([field, code]) => violationAt(`/profiles/${index}/fields/${field}/default`, code))
  })
}
