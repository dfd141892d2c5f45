import { createContext, use, useEffect, useRef } from 'react'
import type { Shortcut, ShortcutGroup } from './shortcut.ts'

interface Shortcuts {
  /** @returns how to forget the group again. */
  register: (group: ShortcutGroup) => () => void
  showHelp: () => void
  /** Holds typed keys until the loading page or field is there. @returns a function that ends the hold. */
  hold: () => () => void
}

export const ShortcutsContext = createContext<Shortcuts>({
  register: () => () => undefined,
  showHelp: () => undefined,
  hold: () => () => undefined,
})

/**
 * Gives a page its keys for as long as it is shown, and lists them in the help under `title`.
 * The actions may change with every drawing. What is listed follows.
 */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const { register } = use(ShortcutsContext)
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  // As a text, which is another one only when what is listed is.
  const listed = JSON.stringify(shortcuts.map(({ keys, description }) => ({ keys, description })))
  useEffect(
    () =>
      register({
        title,
        shortcuts: (JSON.parse(listed) as Omit<Shortcut, 'action'>[]).map(({ keys, description }) => ({
          keys,
          description,
          action: (event) => latest.current.find((shortcut) => shortcut.keys === keys)?.action(event),
        })),
      }),
    [register, title, listed],
  )
}

export const useDeferKeys = (): (() => () => void) => use(ShortcutsContext).hold

export const useShowKeyboardHelp = (): (() => void) => use(ShortcutsContext).showHelp
