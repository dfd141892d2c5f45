import type { CreationConfiguration, Profile } from '@tocsin/contract/api/configuration.ts'
import { checkCreation } from '@tocsin/contract/rules/check-creation.ts'
import { isSettable } from '@tocsin/contract/rules/check-field-rule.ts'
import { effectiveProfile } from '@tocsin/contract/rules/effective-profile.ts'
import {
  businessFields,
  defaultOf,
  ruleOf,
  type BusinessField,
  type IncidentValues,
} from '@tocsin/contract/rules/incident-values.ts'
import type { CreateIncident } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { instantOf } from '../texts/local-time.ts'
import { checkEntries, textsOf, type FieldErrors } from './check-entries.ts'
import { chosenTypeId } from './chosen-type.ts'
import { numberOf, shownValuesOf, type Entries, type ShownValues } from './entries.ts'

/** Result of checking a report form: values to show, request body to send, and error texts by field. */
export interface CheckedReport {
  shown: ShownValues
  body: CreateIncident
  errors: FieldErrors
}

/**
 * Checks the entries of a report form with the same rules as the server.
 * @param configuration configuration that defines the form. The request body names its revision.
 */
export function checkReport(
  configuration: CreationConfiguration,
  clientRequestId: Uuid,
  entries: Entries,
): CheckedReport {
  const form = { clientRequestId, configVersion: configuration.revision }
  const entered = toFields(configuration, entries)
  const { values, violations } = checkCreation(configuration, { ...form, ...entered }, new Date().toISOString())
  const profile = effectiveProfile(configuration, entered.typeId)
  const isNow = entered.occurredAt === undefined && !hasFixedTime(profile)
  const isMissing = lacksPriority(profile, entered)
  return {
    // Show entries as the user typed them, even if they are not valid numbers or times yet.
    shown: {
      ...shownValuesOf(values),
      ...((isNow || entries.occurredAt === '') && { occurredAt: '' }),
      ...(isMissing && { priority: null }),
      ...settable(configuration, entries),
    },
    body: { ...form, ...shownDefaults(profile, values, { occurredAt: isNow, priority: isMissing }), ...entered },
    errors: { ...textsOf(violations), ...checkEntries(settable(configuration, entries)) },
  }
}

/**
 * Returns true if the priority is required, but neither entered nor set by a default. An optional priority is set by
 * the server.
 */
const lacksPriority = (profile: Profile, { priority }: Partial<CreateIncident>): boolean =>
  ruleOf(profile, 'priority') === 'required' && priority === undefined && defaultOf(profile, 'priority') === undefined

/**
 * Returns the default values that the form shows in fields that the user may set. The form sends these values even if
 * the user leaves the fields untouched. The server itself sets the defaults of all other fields.
 */
function shownDefaults(
  profile: Profile,
  values: IncidentValues,
  isLeftEmpty: Partial<Record<BusinessField, boolean>>,
): Partial<CreateIncident> {
  const isSent = (field: BusinessField) => isSettable(profile, field) && values[field] !== null && !isLeftEmpty[field]
  return Object.fromEntries(businessFields.filter(isSent).map((field) => [field, values[field]]))
}

/** Converts the entries to fields of the creation request. Leaves out fields that the profile forbids. */
function toFields(configuration: CreationConfiguration, entries: Entries): Partial<CreateIncident> {
  const { latitude = '', longitude = '', occurredAt = '', ...others } = settable(configuration, entries)
  const fields = {
    ...others,
    occurredAt: instantOf(occurredAt),
    latitude: numberOf(latitude),
    longitude: numberOf(longitude),
  }
  // A creation request must not contain null, so leave out fields without a value.
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as Partial<CreateIncident>
}

/**
 * Returns the entries of fields that the profile lets the user set. A chosen type is always included, because the type
 * selects the profile.
 */
function settable(configuration: CreationConfiguration, entries: Entries): Entries {
  const typeId = chosenTypeId(configuration, entries)
  const profile = effectiveProfile(configuration, typeId)
  const isIncluded = (field: keyof Entries) =>
    isEntered(entries, field, profile) &&
    (field === 'typeId' ? typeId !== undefined : isSettable(profile, field)) &&
    (field !== 'pointId' || isOfLocation(entries, profile))
  return Object.fromEntries(businessFields.filter(isIncluded).map((field) => [field, entries[field]]))
}

/**
 * Returns true if the entered point was chosen in the location that this profile shows. After a change of the type, the
 * profile of the new type may set a different location.
 */
function isOfLocation({ locationId }: Entries, profile: Profile): boolean {
  const isChosen = locationId && isSettable(profile, 'locationId')
  return !locationId || isChosen || profile.fields.locationId?.default === locationId
}

/**
 * Returns true if the field counts as entered. A cleared field does not count, so it gets its default again. An emptied
 * name or description with a default is an exception: it counts as entered, so that the user can delete the default
 * text.
 */
function isEntered(entries: Entries, field: keyof Entries, { fields }: Profile): boolean {
  const entered = entries[field]
  if (entered === '') return (field === 'name' || field === 'description') && fields[field]?.default !== undefined
  return entered !== undefined && entered !== null
}

const hasFixedTime = ({ fields }: Profile): boolean => (fields.occurredAt?.default ?? 'now') !== 'now'
