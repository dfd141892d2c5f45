import type { Location } from '@tocsin/contract/api/directory.ts'
import type { ImportRejection, RefusedLine } from '@tocsin/contract/console/location-import.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { newId } from '../../database/new-id.ts'
import type { NamedPoint } from './queries.ts'
import type { LocationValues, PointValues } from '../location-queries.ts'
import { rejectionOf, type LocationLine } from './read-location-file.ts'

/** Locations and points to add, and lines that add nothing or are refused. */
export interface ImportPlan {
  locations: LocationValues[]
  points: PointValues[]
  linesUnchanged: number
  refused: RefusedLine[]
}

/**
 * Plans an import line by line. A location is identified by its external id, or by its name when the line has no external
 * id. A point is identified by its name within the location.
 */
export function planImport(lines: LocationLine[], locations: Location[], points: NamedPoint[]): ImportPlan {
  const plan: ImportPlan = { locations: [], points: [], linesUnchanged: 0, refused: [] }
  const known = new KnownEntries(locations, points)
  for (const line of lines) {
    const { location: found, refusal } = known.find(line)
    if (refusal) {
      plan.refused.push(rejectionOf(line.line, refusal))
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

/** Existing locations and points, including those that earlier lines add. */
class KnownEntries {
  readonly #byName = new Map<string, Location[]>()
  readonly #byExternalId = new Map<string, Location[]>()
  /** Location and name → archived. */
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

  /** @returns the existing location of a line, if any, or the reason to refuse the line. */
  find({ location: name, externalId, point }: LocationLine): { location?: Location; refusal?: ImportRejection } {
    const named = this.#byName.get(name) ?? []
    const candidates = externalId === undefined ? named : (this.#byExternalId.get(externalId) ?? [])
    const [location, another] = candidates
    if (another) return { refusal: 'location_ambiguous' }
    // A location with another external id is a different one; a location without any could be the same.
    if (!location)
      return named.some((one) => one.externalId === null) ? { refusal: 'location_without_external_id' } : {}
    if (location.name !== name) return { refusal: 'location_named_otherwise' }
    if (location.archived) return { refusal: 'location_archived' }
    const isPointArchived = point !== undefined && this.#points.get(`${location.id}/${point}`)
    return isPointArchived ? { refusal: 'point_archived' } : { location }
  }
}

function append<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}
