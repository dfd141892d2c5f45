import type { Location } from '@tocsin/contract/api/directory.ts'
import type { ImportRejection, RejectedLine } from '@tocsin/contract/console/location-import.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { newId } from '../../database/new-id.ts'
import type { NamedPoint } from './queries.ts'
import type { LocationValues, PointValues } from '../location-queries.ts'
import { rejectionOf, type LocationLine } from './read-location-file.ts'

/** Locations and points to add, the number of lines that add nothing, and the rejected lines. */
export interface ImportPlan {
  locations: LocationValues[]
  points: PointValues[]
  linesUnchanged: number
  rejectedLines: RejectedLine[]
}

/**
 * Plans an import line by line. A line identifies its location by the external id if it has one, and otherwise by the
 * name. It identifies a point by the name of the point within the location.
 */
export function planImport(lines: LocationLine[], locations: Location[], points: NamedPoint[]): ImportPlan {
  const plan: ImportPlan = { locations: [], points: [], linesUnchanged: 0, rejectedLines: [] }
  const known = new KnownEntries(locations, points)
  for (const line of lines) {
    const { location: found, rejection } = known.find(line)
    if (rejection) {
      plan.rejectedLines.push(rejectionOf(line.line, rejection))
      continue
    }
    const location = found ?? addLocation(plan, known, line)
    const isPointAdded = addPoint(plan, known, location, line)
    if (found && !isPointAdded) plan.linesUnchanged++
  }
  return plan
}

function addLocation(plan: ImportPlan, known: KnownEntries, { location, externalId }: LocationLine): Location {
  const added = { id: newId(), name: location, externalId: externalId ?? null }
  plan.locations.push(added)
  return known.addLocation({ ...added, archived: false })
}

function addPoint(plan: ImportPlan, known: KnownEntries, { id }: Location, { point }: LocationLine): boolean {
  if (point === undefined || known.hasPoint(id, point)) return false
  plan.points.push({ id: newId(), locationId: id, name: point })
  known.addPoint({ locationId: id, name: point, archived: false })
  return true
}

/** Locations and points that exist already, or that earlier lines of the file add. */
class KnownEntries {
  readonly #byName = new Map<string, Location[]>()
  readonly #byExternalId = new Map<string, Location[]>()
  /** Points that are known. The key is `<location id>/<name>`. The value is true if the point is archived. */
  readonly #points = new Map<string, boolean>()

  constructor(locations: Location[], points: NamedPoint[]) {
    for (const location of locations) this.addLocation(location)
    for (const point of points) this.addPoint(point)
  }

  addLocation(location: Location): Location {
    append(this.#byName, location.name, location)
    if (location.externalId !== null) append(this.#byExternalId, location.externalId, location)
    return location
  }

  addPoint({ locationId, name, archived }: NamedPoint): void {
    const key = `${locationId}/${name}`
    if (!this.#points.has(key)) this.#points.set(key, archived)
  }

  hasPoint(locationId: Uuid, name: string): boolean {
    return this.#points.has(`${locationId}/${name}`)
  }

  /**
   * Finds the location that a line names.
   * @returns `location`, the existing location, or `rejection`, the reason to reject the line. Neither is set if the
   *   line adds a new location.
   */
  find({ location: name, externalId, point }: LocationLine): { location?: Location; rejection?: ImportRejection } {
    const named = this.#byName.get(name) ?? []
    const candidates = externalId === undefined ? named : (this.#byExternalId.get(externalId) ?? [])
    const [location, another] = candidates
    if (another) return { rejection: 'location_ambiguous' }
    // A known location with this name and no external id may be the same location, so reject the line. With another
    // external id, it is a different location.
    if (!location)
      return named.some((one) => one.externalId === null) ? { rejection: 'location_without_external_id' } : {}
    if (location.name !== name) return { rejection: 'location_named_otherwise' }
    if (location.archived) return { rejection: 'location_archived' }
    const isPointArchived = point !== undefined && this.#points.get(`${location.id}/${point}`)
    return isPointArchived ? { rejection: 'point_archived' } : { location }
  }
}

function append<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}
