import { createContext, use, useEffect, useEffectEvent } from 'react'
import type { Shortcut, ShortcutGroup } from './shortcut.ts'

interface Shortcuts {
  /** Registers the shortcuts of a group. @returns a function that unregisters the group. */
  register: (group: ShortcutGroup) => () => void
  /** Returns the shortcuts of the current page, in the order in which they were registered. */
  groups: () => readonly ShortcutGroup[]
  showHelp: () => void
  /**
   * Starts to store typed keys while a page or field loads.
   * @param leftField focused element that must not receive the keys.
   * @returns a function that ends the deferral.
   */
  defer: (leftField?: Element | null) => () => void
  /** Drops the stored keys, because the page or field cannot be loaded. */
  drop: () => void
}

export const ShortcutsContext = createContext<Shortcuts>({
  register: () => () => undefined,
  groups: () => [],
  showHelp: () => undefined,
  defer: () => () => undefined,
  drop: () => undefined,
})

/**
 * Registers keyboard shortcuts while the calling component is rendered. The keyboard help lists them under `title`.
 * A shortcut always runs the action of the latest render.
 */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const { register } = use(ShortcutsContext)
  const run = useEffectEvent((pressed: string) => shortcuts.find(({ keys }) => keys === pressed)?.action())
  // `shortcuts` is a new array at each render, and effects compare by identity. The text `listed` changes only if
  // keys or descriptions change.
  const listed = JSON.stringify(shortcuts.map(({ action: _action, ...rest }) => rest))
  useEffect(
    () =>
      register({
        title,
        shortcuts: (JSON.parse(listed) as Omit<Shortcut, 'action'>[]).map((shortcut) => ({
          ...shortcut,
          action: () => run(shortcut.keys),
        })),
      }),
    [register, title, listed],
  )
}

/** Returns a function that returns the shortcuts of the current page. */
export const useShortcutGroups = (): (() => readonly ShortcutGroup[]) => use(ShortcutsContext).groups

export const useDeferKeys = (): Shortcuts['defer'] => use(ShortcutsContext).defer

export const useDropKeys = (): (() => void) => use(ShortcutsContext).drop

export const useShowKeyboardHelp = (): (() => void) => use(ShortcutsContext).showHelp
