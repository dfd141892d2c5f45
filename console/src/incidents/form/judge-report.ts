import type { CreationConfiguration, Profile } from '@tocsin/contract/configuration.ts'
import { checkCreation } from '@tocsin/contract/creation/check-creation.ts'
import { isSettable } from '@tocsin/contract/creation/check-field-rule.ts'
import { effectiveProfile } from '@tocsin/contract/creation/effective-profile.ts'
import { businessFields } from '@tocsin/contract/creation/incident-values.ts'
import type { CreateIncident } from '@tocsin/contract/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { instantOf } from '../../texts/local-time.ts'
import { checkEntries, textsOf, type FieldErrors } from './check-entries.ts'
import { numberOf, shownValuesOf, type Entries, type ShownValues } from './entries.ts'

/** The form as it stands: what it shows, what it would send, and what is wrong with that. */
export interface JudgedReport {
  shown: ShownValues
  body: CreateIncident
  errors: FieldErrors
}

/**
 * Judges what was entered by the very rules that the server has.
 * @param configuration the revision that the form is drawn from, which the creation names.
 */
export function judgeReport(
  configuration: CreationConfiguration,
  clientRequestId: Uuid,
  entries: Entries,
): JudgedReport {
  const body = { clientRequestId, configVersion: configuration.revision, ...toFields(configuration, entries) }
  const { values, violations } = checkCreation(configuration, body, new Date().toISOString())
  const byDefault = shownValuesOf(values)
  const isNow = body.occurredAt === undefined && !hasFixedTime(configuration, body.typeId)
  return {
    // What was typed is shown as it was typed, also where it is no number or time yet.
    shown: {
      ...byDefault,
      ...((isNow || entries.occurredAt === '') && { occurredAt: '' }),
      ...settable(configuration, entries),
    },
    body,
    errors: { ...textsOf(violations), ...checkEntries(settable(configuration, entries)) },
  }
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
  const profile = effectiveProfile(configuration, entries.typeId ?? undefined)
  const isKept = (field: keyof Entries) =>
    isEntered(entries, field, profile) && (field === 'typeId' || isSettable(profile, field))
  return Object.fromEntries(businessFields.filter(isKept).map((field) => [field, entries[field]]))
}

/** What was cleared counts as never chosen, and its default comes back; but the text of a default can be deleted. */
function isEntered(entries: Entries, field: keyof Entries, { fields }: Profile): boolean {
  const entered = entries[field]
  if (entered === '') return (field === 'name' || field === 'description') && fields[field]?.default !== undefined
  return entered !== undefined && entered !== null
}

function hasFixedTime(configuration: CreationConfiguration, typeId: Uuid | undefined): boolean {
  const byDefault = effectiveProfile(configuration, typeId).fields.occurredAt?.default
  return byDefault !== undefined && byDefault !== 'now'
}
