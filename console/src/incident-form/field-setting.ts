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

/** How one field is drawn. */
interface FieldSetting {
  rule: Rule
  /** What stands below its label. */
  hint?: string | undefined
  /** Cleared, it would only come back. */
  hasDefault: boolean
}

export type SettingOf = (field: BusinessField) => FieldSetting

/** How the profile of what was entered draws the fields of a creation. */
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
 * How the profile of an Incident's Type draws the fields of an edit: staff put right also what is read-only or hidden for
 * whoever reports, and may leave empty what has always been empty.
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

/** A Type that was chosen can be chosen again, whatever its own profile says of Types: it is what led there. */
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

/** Whether a time that is left empty becomes that of the report. */
const isMoment = (rule: Rule, { fields }: Profile): boolean =>
  fields.occurredAt?.default === 'now' || (rule !== 'required' && fields.occurredAt?.default === undefined)
