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

/** The form as it stands: what it shows, what it would send, and what is wrong with that. */
export interface CheckedReport {
  shown: ShownValues
  body: CreateIncident
  errors: FieldErrors
}

/**
 * Judges what was entered by the very rules that the server has.
 * @param configuration the revision that the form is drawn from, which the creation names.
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
    // What was typed is shown as it was typed, also where it is no number or time yet.
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

/** The server fills in a priority where none is required, never where one is. */
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

/** The fields of a creation; one that the profile does not let anybody set is left out, and remembered by the form. */
function toFields(configuration: CreationConfiguration, entries: Entries): Partial<CreateIncident> {
  const { latitude = '', longitude = '', occurredAt = '', ...others } = settable(configuration, entries)
  const fields = {
    ...others,
    occurredAt: instantOf(occurredAt),
    latitude: numberOf(latitude),
    longitude: numberOf(longitude),
  }
  // A creation knows no null: what is not chosen is not sent.
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as Partial<CreateIncident>
}

/** A Type stays entered under any profile: it is what the profile follows from. */
function settable(configuration: CreationConfiguration, entries: Entries): Entries {
  const typeId = chosenTypeId(configuration, entries)
  const profile = effectiveProfile(configuration, typeId)
  const isKept = (field: keyof Entries) =>
    isEntered(entries, field, profile) &&
    (field === 'typeId' ? typeId !== undefined : isSettable(profile, field)) &&
    (field !== 'pointId' || isOfLocation(entries, profile))
  return Object.fromEntries(businessFields.filter(isKept).map((field) => [field, entries[field]]))
}

/** A point belongs to the location it was chosen in; the form of another type may have another one. */
function isOfLocation({ locationId }: Entries, profile: Profile): boolean {
  const isChosen = locationId && isSettable(profile, 'locationId')
  return !locationId || isChosen || profile.fields.locationId?.default === locationId
}

/** What was cleared counts as never chosen, and its default comes back; but the text of a default can be deleted. */
function isEntered(entries: Entries, field: keyof Entries, { fields }: Profile): boolean {
  const entered = entries[field]
  if (entered === '') return (field === 'name' || field === 'description') && fields[field]?.default !== undefined
  return entered !== undefined && entered !== null
}

const hasFixedTime = ({ fields }: Profile): boolean => (fields.occurredAt?.default ?? 'now') !== 'now'
