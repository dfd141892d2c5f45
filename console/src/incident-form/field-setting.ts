import type { Profile } from '@tocsin/contract/api/configuration.ts'
import {
  defaultTypeId,
  effectiveProfile,
  type EffectiveConfiguration,
} from '@tocsin/contract/rules/effective-profile.ts'
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

/** Presentation of one field. */
interface FieldSetting {
  rule: Rule
  /** Text below the label. */
  hint?: string | undefined
  /** True if the field has a default, which would return after clearing. */
  hasDefault: boolean
}

export type SettingOf = (field: BusinessField) => FieldSetting

/** Returns the field settings of a creation by the profile of the entries. */
export function creationSettings(configuration: EffectiveConfiguration, entries: Entries): SettingOf {
  const typeId = chosenTypeId(configuration, entries)
  const profile = effectiveProfile(configuration, typeId)
  return (field) => {
    const rule = ruleOfCreation(configuration, profile, typeId, field)
    const hasDefault = (field === 'typeId' ? defaultTypeId(configuration) : defaultOf(profile, field)) !== undefined
    return { rule, hasDefault, hint: hintOf(field, rule, hasDefault, profile) }
  }
}

/**
 * Returns the field settings of an edit by the profile of the incident's type. Staff may edit fields that are read-only or
 * hidden for reporters, and may leave a field empty that was empty before.
 * @see checkEdit
 */
export function editSettings(
  configuration: EffectiveConfiguration,
  before: IncidentValues,
  entries: Entries,
): SettingOf {
  const profile = effectiveProfile(configuration, entries.typeId === undefined ? before.typeId : entries.typeId)
  return (field) => {
    const isRequired = ruleOf(profile, field) === 'required' && before[field] !== null && before[field] !== ''
    return { rule: isRequired ? 'required' : 'optional', hasDefault: false }
  }
}

/** Returns the rule of a field. A chosen type stays editable whatever its profile says, since it selected that profile. */
function ruleOfCreation(
  configuration: EffectiveConfiguration,
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

/** Returns true if an empty time becomes the time of receipt. */
const isMoment = (rule: Rule, { fields }: Profile): boolean =>
  fields.occurredAt?.default === 'now' || (rule !== 'required' && fields.occurredAt?.default === undefined)
