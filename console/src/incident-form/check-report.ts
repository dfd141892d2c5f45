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

/** Shown values, creation to send, and violations of a form. */
export interface CheckedReport {
  shown: ShownValues
  body: CreateIncident
  errors: FieldErrors
}

/**
 * Checks the entries with the server's rules.
 * @param configuration revision that defines the form and that the creation names.
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
    // Entries are shown as typed, even if they are not valid numbers or times yet.
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

/** Returns true if a required priority is missing. The server fills in an optional one. */
const lacksPriority = (profile: Profile, { priority }: Partial<CreateIncident>): boolean =>
  ruleOf(profile, 'priority') === 'required' && priority === undefined && defaultOf(profile, 'priority') === undefined

/** Default values that the form shows, sent even if untouched. The server fills in the fields that nobody may set. */
function shownDefaults(
  profile: Profile,
  values: IncidentValues,
  isLeftEmpty: Partial<Record<BusinessField, boolean>>,
): Partial<CreateIncident> {
  const isSent = (field: BusinessField) => isSettable(profile, field) && values[field] !== null && !isLeftEmpty[field]
  return Object.fromEntries(businessFields.filter(isSent).map((field) => [field, values[field]]))
}

/** Returns the fields of a creation. Leaves out fields that the profile forbids; the form keeps their entries. */
function toFields(configuration: CreationConfiguration, entries: Entries): Partial<CreateIncident> {
  const { latitude = '', longitude = '', occurredAt = '', ...others } = settable(configuration, entries)
  const fields = {
    ...others,
    occurredAt: instantOf(occurredAt),
    latitude: numberOf(latitude),
    longitude: numberOf(longitude),
  }
  // A creation has no null: fields without a value are not sent.
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as Partial<CreateIncident>
}

/** Returns the entries that the profile allows. The type always stays, since it selects the profile. */
function settable(configuration: CreationConfiguration, entries: Entries): Entries {
  const typeId = chosenTypeId(configuration, entries)
  const profile = effectiveProfile(configuration, typeId)
  const isKept = (field: keyof Entries) =>
    isEntered(entries, field, profile) &&
    (field === 'typeId' ? typeId !== undefined : isSettable(profile, field)) &&
    (field !== 'pointId' || isOfLocation(entries, profile))
  return Object.fromEntries(businessFields.filter(isKept).map((field) => [field, entries[field]]))
}

/** Returns true if the point was chosen in this location. The form of another type may have another location. */
function isOfLocation({ locationId }: Entries, profile: Profile): boolean {
  const isChosen = locationId && isSettable(profile, 'locationId')
  return !locationId || isChosen || profile.fields.locationId?.default === locationId
}

/** Returns true if the field counts as entered. A cleared choice gets its default again; a default text can be deleted. */
function isEntered(entries: Entries, field: keyof Entries, { fields }: Profile): boolean {
  const entered = entries[field]
  if (entered === '') return (field === 'name' || field === 'description') && fields[field]?.default !== undefined
  return entered !== undefined && entered !== null
}

const hasFixedTime = ({ fields }: Profile): boolean => (fields.occurredAt?.default ?? 'now') !== 'now'
