import { reader } from './client.ts'
import type {
  Category,
  Configuration,
  FieldRule,
  IncidentType,
  Location,
  Point,
  Profile,
  User,
  WorkflowState,
} from './resources.ts'
import { walk } from './walk.ts'

/** Current creation configuration of the organization. */
export const current = (await reader.get<Configuration>('/creation-configurations/current')).body
export const older = (await reader.get<Configuration>(`/creation-configurations/${current.revision - 1}`)).body
export const locations = await walk<Location>(reader, '/locations', {})
export const points = await walk<Point>(reader, '/points', {})
export const users = await walk<User>(reader, '/users', {})
export const states = await walk<WorkflowState>(reader, '/workflow-states', {})

/**
 * Returns the first item for which `isWanted` is true.
 * @param description names the item, for the error message
 * @throws Error if there is no such item, because the specs cannot run without it
 */
export function demand<Item>(
  items: readonly Item[],
  description: string,
  isWanted: (item: Item) => boolean = () => true,
): Item {
  const found = items.find(isWanted)
  if (found === undefined) throw new Error(`the organization has no ${description}; the specs cannot be run against it`)
  return found
}

/** Returns all items for which `isWanted` is true. @throws Error if there is none */
export function demandSome<Item>(
  items: readonly Item[],
  description: string,
  isWanted: (item: Item) => boolean,
): Item[] {
  demand(items, description, isWanted)
  return items.filter(isWanted)
}

export const profileById = (configuration: Configuration, profileId: string): Profile =>
  demand(configuration.profiles, `profile ${profileId}`, ({ id }) => id === profileId)

const profileOf = (type: IncidentType, configuration: Configuration = current): Profile =>
  profileById(configuration, type.profileId ?? configuration.defaultProfileId)

export const defaultProfile = profileById(current, current.defaultProfileId)

/** Returns true for an active type that has the default profile and an active category. */
const isPlain = (type: IncidentType): boolean =>
  type.active && profileOf(type).id === defaultProfile.id && categoriesOf(type).length > 0

const categoriesOf = (type: IncidentType): Category[] =>
  current.categories.filter(({ typeId, active }) => typeId === type.id && active)

export const plainType = demand(current.types, 'active type with the default profile and a category', isPlain)
export const plainCategory = demand(categoriesOf(plainType), `category of the type ${plainType.name}`)
export const foreignCategory = demand(
  current.categories,
  'active category of another type',
  ({ typeId, active }) => active && typeId !== plainType.id,
)
export const inactiveType = demand(current.types, 'inactive type', ({ active }) => !active)

export const inactiveCategory = demand(
  current.categories,
  'inactive category of an active type',
  ({ typeId, active }) => !active && current.types.some((type) => type.id === typeId && type.active),
)

/** Type that is active in the older revision, but inactive or missing in the current revision. */
export const retiredType = demand(
  older.types,
  'type that the current revision retired',
  ({ id, active }) => active && !current.types.some((type) => type.id === id && type.active),
)

/**
 * Category that is active in the older revision, but inactive or missing in the current revision. Its type is still
 * active in the current revision.
 */
export const retiredCategory = demand(
  older.categories,
  'category that the current revision retired',
  ({ id, typeId, active }) =>
    active &&
    !current.categories.some((category) => category.id === id && category.active) &&
    current.types.some((type) => type.id === typeId && type.active),
)

export const location = demand(
  locations,
  'location with a point',
  ({ id, archived }) => !archived && points.some((point) => point.locationId === id && !point.archived),
)
export const point = demand(
  points,
  `point of the location ${location.name}`,
  ({ locationId, archived }) => locationId === location.id && !archived,
)
export const pointElsewhere = demand(
  points,
  'point of another location',
  ({ locationId, archived }) => locationId !== location.id && !archived,
)
/**
 * Functions that find an archived point or user, and throw if the organization has none. Call them in the test that
 * needs the object, because organizations without archived objects can still run the other tests.
 */
export const demandArchived = {
  point: () => demand(points, 'archived point', ({ archived }) => archived),
  user: () => demand(users, 'archived user', ({ archived }) => archived),
}
export const archivedLocation = demand(locations, 'archived location', ({ archived }) => archived)
export const staffMember = demand(users, 'staff', ({ kind, archived }) => kind === 'staff' && !archived)
export const auditor = demand(users, 'External API auditor', ({ kind }) => kind === 'external_api_auditor')
export const initialState = demand(states, 'initial workflow state', ({ isInitial }) => isInitial)
export const otherState = demand(states, 'workflow state that is not initial', ({ isInitial }) => !isInitial)

/** Field of an incident type, and the rule for the field in the profile of the type. */
export interface GovernedField {
  type: IncidentType
  field: string
  rule: FieldRule
}

/** All field rules that apply to active types in the current revision. */
export const governedFields: GovernedField[] = current.types
  .filter(({ active }) => active)
  .flatMap((type) => Object.entries(profileOf(type).fields).map(([field, rule]) => ({ type, field, rule })))

/** Field that the current revision requires for a type, but the older revision does not. */
export const newlyRequired = demand(
  governedFields,
  'field that the older revision did not require',
  ({ type, field, rule }) =>
    rule.rule === 'required' &&
    rule.default === undefined &&
    older.types.some(
      (before) => before.id === type.id && before.active && profileOf(before, older).fields[field]?.rule !== 'required',
    ),
)

/** Returns valid request body fields for each field of a profile, keyed by the profile field. */
export function valuesFor(type: IncidentType): Record<string, Record<string, unknown>> {
  const category = categoriesOf(type)[0]
  return {
    name: { name: 'Water on the floor' },
    description: { description: 'It comes from above.' },
    typeId: { typeId: type.id },
    categoryId: category ? { categoryId: category.id } : {},
    priority: { priority: 'MAJOR' },
    locationId: { locationId: location.id },
    pointId: { pointId: point.id, locationId: location.id },
    assigneeId: { assigneeId: staffMember.id },
    occurredAt: { occurredAt: '2026-03-01T08:30:00.000Z' },
    tags: { tags: ['wet'] },
    coordinates: { latitude: 52.5, longitude: 13.4 },
  }
}

/**
 * Returns the request body fields that a creation with the type needs under the revision: typeId and all required
 * fields.
 */
export function requiredValues(type: IncidentType, revision: Configuration = current): Record<string, unknown> {
  const values = valuesFor(type)
  const governing = demand(revision.types, `type ${type.id}`, ({ id }) => id === type.id)
  const required = Object.entries(profileOf(governing, revision).fields).filter(([, { rule }]) => rule === 'required')
  return Object.assign({ typeId: type.id }, ...required.map(([field]) => values[field]))
}
