import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useState } from 'react'

interface Opened {
  id: Uuid | undefined
  /** How often its name was to be typed over at once, since it was only shown: each time counts. */
  timesFocused: number
}

/** Which state is selected in the picture and unfolded in the list: the same one. */
export function useOpenState() {
  const [opened, setOpened] = useState<Opened>({ id: undefined, timesFocused: 0 })
  return {
    ...opened,
    show: (id: Uuid | undefined) => setOpened({ id, timesFocused: 0 }),
    focus: (id: Uuid) => setOpened(({ timesFocused }) => ({ id, timesFocused: timesFocused + 1 })),
  }
}

export type OpenState = ReturnType<typeof useOpenState>
