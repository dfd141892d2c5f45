import { createContext, use, useEffect, useRef } from 'react'
import type { Shortcut, ShortcutGroup } from './shortcut.ts'

interface Shortcuts {
  /** @returns how to forget the group again. */
  register: (group: ShortcutGroup) => () => void
  showHelp: () => void
}

export const ShortcutsContext = createContext<Shortcuts>({
  register: () => () => undefined,
  showHelp: () => undefined,
})

/**
 * Gives a page its keys for as long as it is shown, and lists them in the help under `title`.
 * The actions may change with every drawing; keys and descriptions are those of the first.
 */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const { register } = use(ShortcutsContext)
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(
    () =>
      register({
        title,
        shortcuts: latest.current.map(({ keys, description }, index) => ({
          keys,
          description,
          action: (event) => latest.current[index]?.action(event),
        })),
      }),
    [register, title],
  )
}

export const useShowKeyboardHelp = (): (() => void) => use(ShortcutsContext).showHelp
