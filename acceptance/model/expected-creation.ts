import {
  auditor,
  current,
  initialState,
  locations,
  older,
  points,
  profileById,
  users,
} from '../support/organization.ts'
import { invalidIncident, rejected, type Rejection } from '../support/rejection.ts'
import type { Configuration, Creation, Incident, Profile } from '../support/resources.ts'

type Values = Partial<Record<string, unknown>>

/** Expected response to a creation with well-formed fields: a rejection, or the created incident. */
export type Expected = { rejection: Rejection } | { rejection?: never; incident: Partial<Incident> }

/** Predicts the response to a creation, from the rules of the contract. @see docs/contract.md#2.1 */
export function expectedCreation(body: Creation): Expected {
  const revision = body.configVersion ?? current.revision
  const configuration = [current, older].find((known) => known.revision === revision)
  const form = configuration ? fillForm(configuration, body) : { values: body, violations: [noSuchRevision] }
  const violations = [...form.violations, ...referenceViolations(form.values, revision === current.revision)]
  if ('stateId' in body) violations.push('/stateId field_not_allowed')
  if (violations.length === 0) return { incident: incidentOf(form.values, revision as number) }
  const breaksRule = violations.some((violation) => !violation.endsWith('_not_found'))
  return {
    rejection: breaksRule ? invalidIncident(...violations) : rejected(404, 'reference_not_found', ...violations),
  }
}

const noSuchRevision = '/configVersion configuration_not_found'

/** Returns the names that a profile field has in a request body. `coordinates` is sent as latitude and longitude. */
const namesOf = (field: string): string[] => (field === 'coordinates' ? ['latitude', 'longitude'] : [field])

/**
 * Applies the profile that governs the creation. Returns the sent values with the defaults of the profile, and the
 * violations.
 */
function fillForm(configuration: Configuration, body: Creation): { values: Values; violations: string[] } {
  const defaultTypeId = profileById(configuration, configuration.defaultProfileId).fields.typeId?.default
  const type = configuration.types.find(({ id }) => id === (body.typeId ?? defaultTypeId))
  const profile = profileById(configuration, type?.profileId ?? configuration.defaultProfileId)

  const mustNotBeSent = Object.entries(profile.fields)
    .filter(([, { rule }]) => rule === 'readOnly' || rule === 'hidden')
    .flatMap(([field, { rule }]) => namesOf(field).map((name) => ({ name, rule })))
  const forbidden = mustNotBeSent.filter(({ name }) => body[name] !== undefined)
  const sent = Object.fromEntries(Object.entries(body).filter(([name]) => !forbidden.some((one) => one.name === name)))
  const values: Values = withDefaults(configuration, profile, { typeId: defaultTypeId, ...sent })

  const missing = Object.entries(profile.fields)
    .filter(([field, { rule }]) => rule === 'required' && isBlank(values[field]))
    // Do not report an omitted occurredAt as missing if its default is "now", the time of receipt.
    .filter(([field, rule]) => !(field === 'occurredAt' && rule.default === 'now'))
    .map(([field]) => field)
  const reported = [...missing, ...forbidden.map(({ name }) => name)]
  const violations = [
    ...missing.map((field) => `/${field} required`),
    ...forbidden.map(({ name, rule }) => `/${name} ${rule === 'hidden' ? 'field_hidden' : 'field_read_only'}`),
    ...relationViolations(configuration, values, reported),
  ]
  return { values, violations }
}

const isBlank = (value: unknown): boolean => value === undefined || (typeof value === 'string' && value.trim() === '')

/**
 * Adds the defaults to the sent values. A default category applies only with its own type, a default point only with
 * the default location.
 */
function withDefaults(configuration: Configuration, { fields }: Profile, sent: Values): Values {
  const byDefault = (field: string) => fields[field]?.default
  const typeId = sent.typeId ?? byDefault('typeId')
  const locationId = sent.locationId ?? byDefault('locationId')
  const category = configuration.categories.find(({ id }) => id === byDefault('categoryId'))
  const plain = ['name', 'description', 'priority', 'assigneeId', 'tags'].map((field) => [field, byDefault(field)])
  return {
    ...Object.fromEntries(plain),
    ...(category?.typeId === typeId && { categoryId: category?.id }),
    ...(locationId === byDefault('locationId') && { pointId: byDefault('pointId') }),
    ...(byDefault('occurredAt') !== 'now' && { occurredAt: byDefault('occurredAt') }),
    ...(sent.latitude === undefined && (byDefault('coordinates') as object)),
    ...sent,
    typeId,
    locationId,
  }
}

/**
 * Returns the violations of two rules: a category must belong to the type, and a point needs a location.
 * @param reported fields that are already reported as missing or not allowed
 */
function relationViolations({ types, categories }: Configuration, values: Values, reported: string[]): string[] {
  const { typeId, categoryId, locationId, pointId } = values
  const violations: [boolean, string][] = []
  if (typeId !== undefined) {
    const type = types.find(({ id }) => id === typeId)
    violations.push([!type, '/typeId unknown_type'], [type?.active === false, '/typeId inactive_type'])
  }
  if (categoryId !== undefined) {
    const category = categories.find(({ id }) => id === categoryId)
    const isElsewhere = category !== undefined && category.typeId !== typeId && types.some(({ id }) => id === typeId)
    violations.push(
      [!category, '/categoryId unknown_category'],
      [category?.active === false, '/categoryId inactive_category'],
      [isElsewhere, '/categoryId category_not_in_type'],
      [typeId === undefined && !reported.includes('typeId'), '/categoryId type_required'],
    )
  }
  const needsLocation = pointId !== undefined && locationId === undefined && !reported.includes('locationId')
  violations.push([needsLocation, '/pointId location_required'])
  return violations.filter(([isSo]) => isSo).map(([, violation]) => violation)
}

/**
 * Returns the violations of references to locations, points and users.
 * @param rejectsArchived true for the current revision, which rejects archived locations, points and users; false for
 *   an older revision, which allows them
 */
function referenceViolations({ locationId, pointId, assigneeId }: Values, rejectsArchived: boolean): string[] {
  const violations: string[] = []
  const find = <Item extends { id: string; archived: boolean }>(name: string, items: Item[], id: unknown) => {
    const item = items.find((one) => one.id === id)
    if (id !== undefined && !item) violations.push(`/${name}Id ${name}_not_found`)
    return item
  }
  const location = find('location', locations, locationId)
  const point = find('point', points, pointId)
  const assignee = find('assignee', users, assigneeId)
  const isElsewhere = location !== undefined && point !== undefined && point.locationId !== location.id
  if (isElsewhere) violations.push('/pointId point_not_in_location')
  if (!rejectsArchived) return violations
  if (location?.archived) violations.push('/locationId location_archived')
  if (point?.archived && !isElsewhere) violations.push('/pointId point_archived')
  if (assignee?.archived) violations.push('/assigneeId assignee_archived')
  return violations
}

/**
 * Returns the expected incident without the values that the server makes: the id, the times, and `occurredAt` if it is
 * the time of receipt.
 */
function incidentOf(values: Values, revision: number): Partial<Incident> {
  const known = Object.entries(values).filter(([name, value]) => name !== 'configVersion' && value !== undefined)
  return {
    ...nothing,
    ...Object.fromEntries(known),
    createdBy: auditor.id,
    stateId: initialState.id,
    creationConfigVersion: revision,
  }
}

const nothing: Partial<Incident> = {
  name: null,
  description: null,
  typeId: null,
  categoryId: null,
  priority: 'NORMAL',
  locationId: null,
  pointId: null,
  assigneeId: null,
  tags: [],
  latitude: null,
  longitude: null,
  externalId: null,
  mediaIds: [],
}
