import type { ConfigurationContent } from '@tocsin/contract/api/configuration.ts'
import type { BusinessField } from '@tocsin/contract/rules/incident-values.ts'
import { focusField } from '../kit/forms/focus-field.ts'
import { fieldTexts, incidentFormTexts } from '../texts/incident-form.ts'
import type { Names } from './names.ts'
import type { FieldErrors } from './check-entries.ts'
import type { Entered, ShownValues } from './entries.ts'
import type { SettingOf } from './field-setting.ts'

/** Data for rendering the fields of an incident form. */
export interface FieldSource {
  shown: ShownValues
  onEnter: (entered: Entered) => void
  settingOf: SettingOf
  errors: FieldErrors
  configuration: ConfigurationContent
  names: Names
  /**
   * True while the form is being sent. The fields are read-only then, because entries made during sending would be
   * lost.
   */
  isSending?: boolean
}

/** Data and functions that each field of an incident form uses to render itself. */
export interface FieldContext extends FieldSource {
  /** Returns the id, label, hint and error of a field, and whether the field is required or read-only. */
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

/** Focuses the first field with an error in the next frame, when the errors are rendered. */
export function focusFirst(errors: FieldErrors): void {
  const ids = Object.keys(errors).map((field) => `#${fieldId(field as BusinessField)}`)
  if (ids.length > 0) requestAnimationFrame(() => focusField(document.querySelector<HTMLElement>(ids.join(', '))))
}

/**
 * Returns an error if the user has typed an incomplete time. The browser shows an incomplete time, but gives the field
 * no value.
 */
export function incompleteTimes(form: HTMLFormElement): FieldErrors {
  const field = form.querySelector<HTMLInputElement>(`#${fieldId('occurredAt')}`)
  return field?.validity.badInput ? { occurredAt: incidentFormTexts.shape.instant } : {}
}
