import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { focusField } from '../../kit/forms/focus-field.ts'

/** DOM id of the field for the name of a state. */
export const nameFieldId = (stateId: Uuid): string => `state-name-${stateId}`

/** Returns the state that is selected in the picture and expanded in the list, and functions to open another state. */
export function useOpenState() {
  const [id, show] = useState<Uuid>()
  return {
    id,
    show,
    /** Opens a state, and selects the text in its name field. */
    focus(stateId: Uuid) {
      // Render the field at once, so that it receives the next key.
      flushSync(() => show(stateId))
      const field = document.querySelector<HTMLInputElement>(`#${nameFieldId(stateId)}`)
      focusField(field)
      field?.select()
    },
  }
}

export type OpenState = ReturnType<typeof useOpenState>
