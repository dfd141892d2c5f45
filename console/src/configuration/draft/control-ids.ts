import { focusField } from '../../kit/forms/focus-field.ts'
import type { Field } from '../fields.ts'
import type { EntryList } from './model/change-draft.ts'

/**
 * DOM id of a form control. It contains the id of a type, category or profile, so moving that entry does not change the
 * DOM id.
 */
export type ControlId = string

export const controlIdOf = (list: EntryList, id: string, property: string): ControlId => `${list}-${id}-${property}`
export const fieldControlId = (profileId: string, field: Field): ControlId =>
  controlIdOf('profiles', profileId, `field-${field}`)
export const defaultProfileControlId: ControlId = 'default-profile'

/**
 * Focuses a form control. A panel that expands renders its controls late, so this function waits up to `framesLeft`
 * animation frames until the control exists.
 */
export function focusControl(id: ControlId, framesLeft = 20): void {
  requestAnimationFrame(() => {
    const control = document.getElementById(id)
    if (control) focusField(control)
    else if (framesLeft > 0) focusControl(id, framesLeft - 1)
  })
}
