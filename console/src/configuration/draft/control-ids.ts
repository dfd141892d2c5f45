import { focusField } from '../../kit/forms/focus-field.ts'
import type { Field } from '../fields.ts'
import type { EntryList } from './model/change-draft.ts'

/** DOM id of a control. It stays the same when its entry moves. */
export type ControlId = string

export const controlIdOf = (list: EntryList, id: string, property: string): ControlId => `${list}-${id}-${property}`
export const fieldControlId = (profileId: string, field: Field): ControlId =>
  controlIdOf('profiles', profileId, `field-${field}`)
export const defaultProfileControlId: ControlId = 'default-profile'

/** Focuses a control. Waits up to `framesLeft` frames for its entry to be expanded. */
export function focusControl(id: ControlId, framesLeft = 20): void {
  requestAnimationFrame(() => {
    const control = document.getElementById(id)
    if (control) focusField(control)
    else if (framesLeft > 0) focusControl(id, framesLeft - 1)
  })
}
