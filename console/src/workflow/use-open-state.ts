import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useState } from 'react'

interface Opened {
  id: Uuid | undefined
  /** Whether its name is to be typed over at once. */
  isFocused: boolean
}

/** Which state is selected in the picture and unfolded in the list: the same one. */
export function useOpenState() {
  const [opened, setOpened] = useState<Opened>({ id: undefined, isFocused: false })
  return {
    ...opened,
    show: (id: Uuid | undefined) => setOpened({ id, isFocused: false }),
    focus: (id: Uuid) => setOpened({ id, isFocused: true }),
  }
}

export type OpenState = ReturnType<typeof useOpenState>
