import type { FieldRules, Profile } from '../api/configuration.ts'
import type { CreateIncident } from '../api/incident.ts'
import type { Instant, Uuid } from '../scalars.ts'
import { defaultTypeId, type EffectiveConfiguration } from './effective-profile.ts'
import type { FilledValues } from './incident-values.ts'

/**
 * Fills every field that was not sent with its default, where it has one that fits the rest of the creation.
 * @param sent null in it is a value of its own: it means "none", and keeps the default away.
 */
export function fillDefaults(
  configuration: EffectiveConfiguration,
  profile: Profile,
  sent: Partial<CreateIncident>,
  receivedAt: Instant,
): FilledValues {
  const { fields } = profile
  const typeId = sentOr(sent.typeId, defaultTypeId(configuration) ?? fields.typeId?.default)
  const locationId = sentOr(sent.locationId, fields.locationId?.default)

  return {
    name: sentOr(sent.name, fields.name?.default),
    description: sentOr(sent.description, fields.description?.default),
    typeId,
    categoryId: sentOr(sent.categoryId, fittingCategoryId(configuration, fields, typeId)),
    priority: sentOr(sent.priority, fields.priority?.default),
    locationId,
    pointId: sentOr(sent.pointId, fittingPointId(fields, locationId)),
    assigneeId: sentOr(sent.assigneeId, fields.assigneeId?.default),
    occurredAt: sentOr(sent.occurredAt, instantOf(fields.occurredAt?.default, receivedAt)),
    tags: sentOr(sent.tags, fields.tags?.default),
    ...fillCoordinates(fields, sent),
    externalId: sentOr(sent.externalId, undefined),
  }
}

const sentOr = <Value>(sent: Value | undefined, byDefault: Value | undefined): Value | null =>
  sent === undefined ? (byDefault ?? null) : sent

/** The default Category was chosen for one Type; with another it would refuse a creation that did not even name it. */
function fittingCategoryId(
  { categories }: EffectiveConfiguration,
  { categoryId }: FieldRules,
  typeId: Uuid | null,
): Uuid | undefined {
  const category = categories.find(({ id }) => id === categoryId?.default)
  return category?.typeId === typeId ? category?.id : undefined
}

/** Which Location a Point belongs to is data; the profile says so by having both as defaults. */
const fittingPointId = ({ locationId, pointId }: FieldRules, effectiveLocationId: Uuid | null): Uuid | undefined =>
  locationId?.default === effectiveLocationId ? pointId?.default : undefined

const instantOf = (byDefault: 'now' | Instant | undefined, receivedAt: Instant): Instant | undefined =>
  byDefault === 'now' ? receivedAt : byDefault

/** A default latitude beside a sent longitude would be a place that nobody meant. */
function fillCoordinates({ coordinates }: FieldRules, sent: Partial<CreateIncident>) {
  const absent = sent.latitude === undefined && sent.longitude === undefined
  const byDefault = absent ? coordinates?.default : undefined
  return {
    latitude: sentOr(sent.latitude, byDefault?.latitude),
    longitude: sentOr(sent.longitude, byDefault?.longitude),
  }
}
