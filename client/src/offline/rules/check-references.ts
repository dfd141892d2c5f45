import { fieldViolation } from '@tocsin/contract/rules/incident-values.ts'
import type { Location, Point, User, Uuid, Violation } from '../../generated/resources.ts'

/** Locations, points and users that incidents may refer to, in the state of the last fetch. */
export interface References {
  locations: readonly Location[]
  points: readonly Point[]
  users: readonly User[]
}

interface ReferringValues {
  locationId: Uuid | null
  pointId: Uuid | null
  assigneeId: Uuid | null
}

type Kind = 'location' | 'point' | 'assignee'

/**
 * Checks that the location, the point and the assignee of a creation are known and not archived, and that the point is
 * in the location.
 * @param isCurrent false for an older revision of the configuration, which allows archived locations, points and users.
 */
export function checkReferences(
  { locations, points, users }: References,
  { locationId, pointId, assigneeId }: ReferringValues,
  isCurrent: boolean,
): Violation[] {
  const location = locations.find(({ id }) => id === locationId)
  const point = points.find(({ id }) => id === pointId)
  const assignee = users.find(({ id }) => id === assigneeId)
  const isElsewhere = location && point && point.locationId !== location.id
  return [
    ...checkOne('location', locationId, location, isCurrent),
    ...(isElsewhere ? [elsewhere(point)] : checkOne('point', pointId, point, isCurrent)),
    ...checkOne('assignee', assigneeId, assignee, isCurrent),
  ]
}

function checkOne(
  kind: Kind,
  id: Uuid | null,
  found: { name: string; archived: boolean } | undefined,
  isCurrent: boolean,
): Violation[] {
  if (id === null) return []
  if (!found) return [fieldViolation(`${kind}Id`, `${kind}_not_found`, `${kind}Id ${id} is not known to exist.`)]
  if (!found.archived || !isCurrent) return []
  return [fieldViolation(`${kind}Id`, `${kind}_archived`, `${kind}Id ("${found.name}") is archived.`)]
}

const elsewhere = ({ name }: Point): Violation =>
  fieldViolation('pointId', 'point_not_in_location', `pointId ("${name}") belongs to another location.`)
