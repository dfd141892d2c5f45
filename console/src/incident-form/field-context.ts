import type { EffectiveConfiguration } from '@tocsin/contract/rules/effective-profile.ts'
import type { BusinessField } from '@tocsin/contract/rules/incident-values.ts'
import { focusField } from '../kit/forms/focus-field.ts'
import { fieldTexts, incidentFormTexts } from '../texts/incident-form.ts'
import type { Names } from './names.ts'
import type { FieldErrors } from './check-entries.ts'
import type { Entered, ShownValues } from './entries.ts'
import type { SettingOf } from './field-setting.ts'

/** Data for rendering fields. */
export interface FieldSource {
  shown: ShownValues
  onEnter: (entered: Entered) => void
  settingOf: SettingOf
  errors: FieldErrors
  configuration: EffectiveConfiguration
  names: Names
  /** True while the entries are sent. Later entries would be lost. */
  isSending?: boolean
}

/** Data and functions for rendering one field. */
export interface FieldContext extends FieldSource {
  /** Returns label, hint, error, id and editability of a field. */
  propsOf: (field: BusinessField) => FieldProps
  isHidden: (field: BusinessField) => boolean
  isReadOnly: (field: BusinessField) => boolean
}

interface FieldProps {
  id: string
  label: string
  description: string | undefined
  error: string | undefined
  required: boolean
  readOnly: boolean
}

export const fieldContext = (source: FieldSource): FieldContext => ({
  ...source,
  propsOf(field) {
    const { rule, hint } = source.settingOf(field)
    return {
      id: fieldId(field),
      label: fieldTexts[field],
      description: hint,
      error: source.errors[field],
      required: rule === 'required',
      readOnly: source.isSending === true,
    }
  },
  isHidden: (field) => source.settingOf(field).rule === 'hidden',
  isReadOnly: (field) => source.settingOf(field).rule === 'readOnly',
})

const fieldId = (field: BusinessField): string => `incident-${field}`

/** Focuses the first field with an error, once it is rendered. */
export function focusFirst(errors: FieldErrors): void {
  const ids = Object.keys(errors).map((field) => `#${fieldId(field as BusinessField)}`)
  if (ids.length > 0) requestAnimationFrame(() => focusField(document.querySelector<HTMLElement>(ids.join(', '))))
}

/** Errors for times that were typed only in part: the browser shows them without a value. */
export function incompleteTimes(form: HTMLFormElement): FieldErrors {
  const field = form.querySelector<HTMLInputElement>(`#${fieldId('occurredAt')}`)
  return field?.validity.badInput ? { occurredAt: incidentFormTexts.shape.instant } : {}
}
