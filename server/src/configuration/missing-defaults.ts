import type { ConfigurationContent } from '@tocsin/contract/api/configuration.ts'
import type { Violation, ViolationCode } from '@tocsin/contract/api/problem.ts'
import { violationAt } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { findUsableReferences } from './reference-queries.ts'

/**
 * Finds the field defaults of a configuration that name a missing or archived location, point or user.
 * @returns one violation for each such default, and one for each default point that is not in the default location of
 *   its profile.
 */
export async function missingDefaults(
  scope: OrganizationScope,
  { profiles }: ConfigurationContent,
): Promise<Violation[]> {
  const defaults = profiles.map(({ fields }) => ({
    locationId: fields.locationId?.default,
    pointId: fields.pointId?.default,
    assigneeId: fields.assigneeId?.default,
  }))
  const ids = defaults.flatMap((ofProfile) => Object.values(ofProfile)).filter((id) => id !== undefined)
  const usable = await findUsableReferences(scope, ids)

  return defaults.flatMap(({ locationId, pointId, assigneeId }, index) => {
    const violations: Violation[] = []
    const report = (field: string, code: ViolationCode, message?: string) =>
      violations.push(violationAt(`/profiles/${index}/fields/${field}/default`, code, message))

    const locationOfPoint = pointId && usable.locationOfPoint.get(pointId)
    if (locationId && !usable.locationIds.has(locationId))
      report('locationId', 'location_not_found', unusable('location'))
    if (pointId && !locationOfPoint) report('pointId', 'point_not_found', unusable('point'))
    if (locationId && locationOfPoint && locationOfPoint !== locationId) report('pointId', 'point_not_in_location')
    if (assigneeId && !usable.userIds.has(assigneeId)) report('assigneeId', 'assignee_not_found', unusable('user'))
    return violations
  })
}

const unusable = (noun: string): string => `The default is a ${noun} that does not exist or is archived.`
