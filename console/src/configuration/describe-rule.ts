import type { Priority } from '@tocsin/contract/api/incident.ts'
import { configurationPageTexts } from '../texts/configuration-pages.ts'
import { differenceTexts } from '../texts/configuration-difference.ts'
import { formatInstant } from '../texts/format.ts'
import { incidentTexts } from '../texts/incidents.ts'
import type { Field, FieldRule } from './fields.ts'
import type { Names } from '../incident-form/names.ts'

const texts = configurationPageTexts.defaults

/** Describes a field rule in words, such as `required, default Depot`. A field without a rule is optional. */
export function describeRule(field: Field, rule: FieldRule | undefined, names: Names): string {
  const name = configurationPageTexts.rules[rule?.rule ?? 'optional'].toLowerCase()
  if (rule?.default === undefined) return name
  return differenceTexts.withDefault(name, describeDefault(field, rule.default, names))
}

/** Describes the default value of a field in words. The text contains names instead of ids. */
export function describeDefault(field: Field, value: NonNullable<FieldRule['default']>, names: Names): string {
  if (Array.isArray(value)) return value.join(', ') || texts.noTags
  if (typeof value === 'object') return `${value.latitude ?? '?'}, ${value.longitude ?? '?'}`
  switch (field) {
    case 'name':
    case 'description':
      return texts.quoted(value)
    case 'priority':
      return incidentTexts.priorities[value as Priority] ?? value
    case 'occurredAt':
      return value === 'now' ? texts.now : describeInstant(value)
    default:
      return names.get(value) ?? texts.unknown
  }
}

/** Formats an instant. Returns invalid text unchanged, because a draft may contain an unfinished instant. */
const describeInstant = (value: string): string => (Number.isNaN(Date.parse(value)) ? value : formatInstant(value))
