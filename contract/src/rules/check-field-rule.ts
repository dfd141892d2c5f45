import type { Profile } from '../api/configuration.ts'
import type { CreateIncident } from '../api/incident.ts'
import type { Violation } from '../api/problem.ts'
import { type BusinessField, fieldViolation, type FilledValues, ruleOf } from './incident-values.ts'

/**
 * Checks one field of a creation against the profile's rule for this field.
 * @param input request body as sent.
 * @param filled values after the defaults were applied, without the values that the caller sent for read-only and
 *   hidden fields.
 * @returns the violation, or undefined if there is none.
 */
export function checkFieldRule(
  profile: Profile,
  field: BusinessField,
  input: CreateIncident,
  filled: FilledValues,
): Violation | undefined {
  switch (ruleOf(profile, field)) {
    case 'required':
      return checkPresent(profile, field, filled)
    case 'readOnly':
      return checkNotSent(field, input, 'field_read_only', `${field} is read-only in the profile "${profile.name}"`)
    case 'hidden':
      return checkNotSent(field, input, 'field_hidden', `${field} is hidden in the profile "${profile.name}"`)
    case 'optional':
      return undefined
  }
}

/** Returns true if the caller may send the field. */
export function isSettable(profile: Profile, field: BusinessField): boolean {
  const rule = ruleOf(profile, field)
  return rule === 'required' || rule === 'optional'
}

function checkPresent(profile: Profile, field: BusinessField, filled: FilledValues): Violation | undefined {
  const value = filled[field]
  if (value !== null && !isBlank(value)) return undefined
  const state = value === null ? 'has no value' : 'is blank'
  return fieldViolation(field, 'required', `${field} is required by the profile "${profile.name}" but ${state}.`)
}

function checkNotSent(
  field: BusinessField,
  input: CreateIncident,
  code: 'field_read_only' | 'field_hidden',
  reason: string,
): Violation | undefined {
  return input[field] === undefined ? undefined : fieldViolation(field, code, `${reason} and must not be sent.`)
}

/** Returns true for an empty text and for a text of white space only. Other values are never blank. */
export const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === ''
