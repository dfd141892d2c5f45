import { focusField } from '../../kit/forms/focus-field.ts'
import type { Field } from '../fields.ts'
import type { EntryList } from './model/change-draft.ts'

/** The DOM id of the control in which something is edited; it stays when the entry moves. */
export type ControlId = string

export const controlIdOf = (list: EntryList, id: string, property: string): ControlId => `${list}-${id}-${property}`
export const fieldControlId = (profileId: string, field: Field): ControlId =>
  controlIdOf('profiles', profileId, `field-${field}`)
export const defaultProfileControlId: ControlId = 'default-profile'

/** Brings the keyboard to a control, which may have to be unfolded first. */
export function focusControl(id: ControlId, framesLeft = 20): void {
  requestAnimationFrame(() => {
    const control = document.getElementById(id)
    if (control) focusField(control)
    else if (framesLeft > 0) focusControl(id, framesLeft - 1)
  })
}
