import type { ConfigurationContent, Profile } from '@tocsin/contract/api/configuration.ts'
import { defaultTypeId, effectiveProfile } from '@tocsin/contract/rules/effective-profile.ts'
import {
  defaultOf,
  ruleOf,
  type BusinessField,
  type IncidentValues,
  type Rule,
} from '@tocsin/contract/rules/incident-values.ts'
import { incidentFormTexts } from '../texts/incident-form.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { chosenTypeId } from './chosen-type.ts'
import type { Entries } from './entries.ts'

/** Settings for rendering one field of an incident form. */
interface FieldSetting {
  rule: Rule
  /** Hint shown below the label. */
  hint?: string | undefined
  /** True if the field has a default, which would come back if the user cleared the field. */
  hasDefault: boolean
}

export type SettingOf = (field: BusinessField) => FieldSetting

/** Returns the field settings of a report form. The settings come from the profile that the chosen type selects. */
export function creationSettings(configuration: ConfigurationContent, entries: Entries): SettingOf {
  const typeId = chosenTypeId(configuration, entries)
  const profile = effectiveProfile(configuration, typeId)
  return (field) => {
    const rule = ruleOfCreation(configuration, profile, typeId, field)
    const hasDefault = (field === 'typeId' ? defaultTypeId(configuration) : defaultOf(profile, field)) !== undefined
    return { rule, hasDefault, hint: hintOf(field, rule, hasDefault, profile) }
  }
}

/**
 * Returns the field settings of an edit form. They come from the profile of the incident's type. Staff may edit fields
 * that are read-only or hidden in the report form. A required field that was empty before the edit may stay empty.
 * @see checkEdit
 */
export function editSettings(configuration: ConfigurationContent, before: IncidentValues, entries: Entries): SettingOf {
  const profile = effectiveProfile(configuration, entries.typeId === undefined ? before.typeId : entries.typeId)
  return (field) => {
    const isRequired = ruleOf(profile, field) === 'required' && before[field] !== null && before[field] !== ''
    return { rule: isRequired ? 'required' : 'optional', hasDefault: false }
  }
}

/**
 * Returns the rule of a field in a report form. After the choice of a type, the type field gets the rule of the default
 * profile, because the profile of the chosen type may hide the field. The user can then still choose another type. If
 * the profile of the chosen type requires the field, the field stays required.
 */
function ruleOfCreation(
  configuration: ConfigurationContent,
  profile: Profile,
  typeId: Uuid | undefined,
  field: BusinessField,
): Rule {
  const rule = ruleOf(profile, field)
  if (field !== 'typeId' || !typeId || rule === 'required') return rule
  return ruleOf(effectiveProfile(configuration, undefined), field)
}

function hintOf(field: BusinessField, rule: Rule, hasDefault: boolean, profile: Profile): string | undefined {
  if (rule === 'readOnly') return incidentFormTexts.readOnly(profile.name)
  if (field === 'occurredAt' && isMoment(rule, profile)) return incidentFormTexts.occurredAtNow
  if (field === 'externalId') return incidentFormTexts.externalIdHint
  if ((field === 'latitude' || field === 'occurredAt') && hasDefault) return incidentFormTexts.byDefault
  return undefined
}

/** Returns true if the server replaces an empty time by the time at which it receives the report. */
const isMoment = (rule: Rule, { fields }: Profile): boolean =>
  fields.occurredAt?.default === 'now' || (rule !== 'required' && fields.occurredAt?.default === undefined)
