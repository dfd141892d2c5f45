import type { EffectiveConfiguration } from '@tocsin/contract/creation/effective-profile.ts'
import type { BusinessField } from '@tocsin/contract/creation/incident-values.ts'
import { fieldTexts } from '../../texts/incident-form.ts'
import type { Names } from '../use-names.ts'
import type { FieldErrors } from './check-entries.ts'
import type { Entries, ShownValues } from './entries.ts'
import type { SettingOf } from './field-setting.ts'

/** What fields are drawn from. */
export interface FieldSource {
  shown: ShownValues
  onEnter: (entered: Entries) => void
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

/** Leads to the first field that something is wrong with. */
export function focusFirst(errors: FieldErrors): void {
  const first = document.querySelector<HTMLElement>(
    Object.keys(errors)
      .map((field) => `#${fieldId(field as BusinessField)}`)
      .join(', ') || '#none',
  )
  first?.focus()
}
