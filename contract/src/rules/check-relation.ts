import type { ConfigurationContent } from '../api/configuration.ts'
import type { Violation, ViolationCode } from '../api/problem.ts'
import { type BusinessField, fieldViolation, type FilledValues } from './incident-values.ts'

interface Subject {
  configuration: ConfigurationContent
  filled: FilledValues
  /**
   * Returns true for a field that violates its field rule. Violations that only follow from this one are not reported.
   * For example, if the required type is missing, the category does not also report that it needs a type.
   */
  violatesRule: (field: BusinessField) => boolean
}

/**
 * Checks that the value of one field fits the other fields and the configuration. Does not check the profile's field
 * rules.
 */
export const checkRelation = (field: BusinessField, subject: Subject): Violation[] => relations[field]?.(subject) ?? []

const relations: { [Field in BusinessField]?: (subject: Subject) => Violation[] } = {
  typeId: checkType,
  categoryId: checkCategory,
  pointId: checkPoint,
  latitude: ({ filled }) => checkPair('latitude', 'longitude', filled),
  longitude: ({ filled }) => checkPair('longitude', 'latitude', filled),
}

function checkType({ configuration, filled }: Subject): Violation[] {
  if (filled.typeId === null) return []
  const type = configuration.types.find(({ id }) => id === filled.typeId)
  if (!type)
    return [fieldViolation('typeId', 'unknown_type', `typeId ${filled.typeId} is no type of the configuration.`)]
  if (type.active) return []
  return [fieldViolation('typeId', 'inactive_type', `typeId (the type "${type.name}") is not active.`)]
}

function checkCategory({ configuration, filled, violatesRule }: Subject): Violation[] {
  const { typeId, categoryId } = filled
  if (categoryId === null) return []
  const type = configuration.types.find(({ id }) => id === typeId)
  const category = configuration.categories.find(({ id }) => id === categoryId)
  const subject = category ? `categoryId (the category "${category.name}")` : `categoryId ${categoryId}`

  const violations: Violation[] = []
  const report = (code: ViolationCode, predicate: string) =>
    violations.push(fieldViolation('categoryId', code, `${subject} ${predicate}.`))

  if (typeId === null && !violatesRule('typeId')) report('type_required', 'needs a typeId')
  if (!category) report('unknown_category', 'is no category of the configuration')
  if (category && !category.active) report('inactive_category', 'is not active')
  if (category && type && category.typeId !== type.id) {
    report('category_not_in_type', `does not belong to the type "${type.name}"`)
  }
  return violations
}

function checkPoint({ filled, violatesRule }: Subject): Violation[] {
  if (filled.pointId === null || filled.locationId !== null || violatesRule('locationId')) return []
  return [fieldViolation('pointId', 'location_required', 'pointId needs a locationId.')]
}

/** Checks that latitude and longitude are both present or both absent. */
export const checkCoordinates = (filled: Coordinates): Violation[] => [
  ...checkPair('latitude', 'longitude', filled),
  ...checkPair('longitude', 'latitude', filled),
]

type Coordinates = Pick<FilledValues, 'latitude' | 'longitude'>

function checkPair(missing: keyof Coordinates, present: keyof Coordinates, filled: Coordinates): Violation[] {
  if (filled[missing] !== null || filled[present] === null) return []
  return [fieldViolation(missing, 'coordinates_incomplete', `${missing} must be sent together with ${present}.`)]
}
