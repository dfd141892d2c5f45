import type { ConfigurationContent, FieldRules, Profile } from '../api/configuration.ts'
import type { CreateIncident } from '../api/incident.ts'
import type { Instant, Uuid } from '../scalars.ts'
import { defaultTypeId } from './effective-profile.ts'
import type { FilledValues } from './incident-values.ts'

/**
 * Fills absent fields with the defaults of the profile. Skips a default that does not fit the other values.
 * @param sent values from the caller, without those of read-only and hidden fields. Null means "no value" and prevents
 *   the default.
 */
export function fillDefaults(
  configuration: ConfigurationContent,
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

/**
 * Returns the default category if it belongs to the type of the incident. A category of another type would make the
 * creation invalid.
 */
function fittingCategoryId(
  { categories }: ConfigurationContent,
  { categoryId }: FieldRules,
  typeId: Uuid | null,
): Uuid | undefined {
  const category = categories.find(({ id }) => id === categoryId?.default)
  return category?.typeId === typeId ? category?.id : undefined
}

/** Returns the default point if the incident has the default location, because the point belongs to that location. */
const fittingPointId = ({ locationId, pointId }: FieldRules, effectiveLocationId: Uuid | null): Uuid | undefined =>
  locationId?.default === effectiveLocationId ? pointId?.default : undefined

const instantOf = (byDefault: 'now' | Instant | undefined, receivedAt: Instant): Instant | undefined =>
  byDefault === 'now' ? receivedAt : byDefault

/**
 * Applies the default coordinates only if neither latitude nor longitude was sent, because a default latitude with a
 * sent longitude would be a wrong place.
 */
function fillCoordinates({ coordinates }: FieldRules, sent: Partial<CreateIncident>) {
  const absent = sent.latitude === undefined && sent.longitude === undefined
  const byDefault = absent ? coordinates?.default : undefined
  return {
    latitude: sentOr(sent.latitude, byDefault?.latitude),
    longitude: sentOr(sent.longitude, byDefault?.longitude),
  }
}
