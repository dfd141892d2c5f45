import type { EffectiveConfiguration } from '@tocsin/contract/rules/effective-profile.ts'
import type { BusinessField } from '@tocsin/contract/rules/incident-values.ts'
import { focusField } from '../kit/forms/focus-field.ts'
import { fieldTexts, incidentFormTexts } from '../texts/incident-form.ts'
import type { Names } from './names.ts'
import type { FieldErrors } from './check-entries.ts'
import type { Entered, ShownValues } from './entries.ts'
import type { SettingOf } from './field-setting.ts'

/** What fields are drawn from. */
export interface FieldSource {
  shown: ShownValues
  onEnter: (entered: Entered) => void
  settingOf: SettingOf
  errors: FieldErrors
  configuration: EffectiveConfiguration
  names: Names
  /** What was entered is on its way: what came after it would be lost. */
  isSending?: boolean
}

/** Everything that a field needs to be drawn. */
export interface FieldContext extends FieldSource {
  /** Label, hint, error and place of a field, and whether it can be changed now. */
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
