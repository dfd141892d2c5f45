import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useState } from 'react'

interface Opened {
  id: Uuid | undefined
  /**
   * Number of requests to focus the name field of the open state; 0 if the field must not be focused. Each request
   * increases the number, which runs the effect that sets the focus.
   */
  timesFocused: number
}

/** Returns the state that is selected in the picture and expanded in the list, and functions to open another state. */
export function useOpenState() {
  const [opened, setOpened] = useState<Opened>({ id: undefined, timesFocused: 0 })
  return {
    ...opened,
    show: (id: Uuid | undefined) => setOpened({ id, timesFocused: 0 }),
    focus: (id: Uuid) => setOpened(({ timesFocused }) => ({ id, timesFocused: timesFocused + 1 })),
  }
}

export type OpenState = ReturnType<typeof useOpenState>
