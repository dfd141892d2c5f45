import { createContext, use, useEffect, useRef } from 'react'
import type { Shortcut, ShortcutGroup } from './shortcut.ts'

interface Shortcuts {
  /** @returns a function that unregisters the group. */
  register: (group: ShortcutGroup) => () => void
  showHelp: () => void
  /** Defers typed keys until a loading page or field is rendered. @returns a function that ends it. */
  defer: () => () => void
}

export const ShortcutsContext = createContext<Shortcuts>({
  register: () => () => undefined,
  showHelp: () => undefined,
  defer: () => () => undefined,
})

/**
 * Registers the shortcuts of a page while it is rendered, and lists them in the help under `title`.
 * The actions may change at every render.
 */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const { register } = use(ShortcutsContext)
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  // A string, so that the effect runs again only if keys or descriptions change.
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

export const useDeferKeys = (): (() => () => void) => use(ShortcutsContext).defer

export const useShowKeyboardHelp = (): (() => void) => use(ShortcutsContext).showHelp
