import type { ComboboxDropdownEventSource, ComboboxStore } from '@mantine/core'
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import { regainFocus } from '../dialogs/regain-focus.ts'

/**
 * Popover prop of a `Combobox`, missing in Mantine's types. On Escape, the popover would close the menu without
 * reporting that a key has closed it. `onKeyDown` closes the menu instead.
 */
export const closedByOwnKeys = { closeOnEscape: false }

/**
 * Focuses the search field when a menu opens. When the menu closes, returns the focus to the previously focused
 * element, else to the button of the menu. If the user has clicked another element, that element keeps the focus.
 * @returns `onMount`, to call when the dropdown is mounted, `onKeyDown` for the dropdown, and `onClose`, to call when
 *   the menu closes.
 */
export function useMenuFocus({
  closeDropdown,
  searchRef,
  targetRef,
}: Pick<ComboboxStore, 'closeDropdown' | 'searchRef' | 'targetRef'>) {
  const opener = useRef<HTMLElement>(null)
  const onMount = () => {
    const field = searchRef.current
    if (!field?.isConnected || field === document.activeElement) return
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    // The dropdown has no position yet, so do not scroll to the field.
    field.focus({ preventScroll: true })
  }
  return {
    onMount,
    onKeyDown({ key, target }: KeyboardEvent) {
      // The search field itself closes the menu by Escape.
      if (key === 'Escape' && target !== searchRef.current) closeDropdown('keyboard')
    },
    onClose(source: ComboboxDropdownEventSource) {
      const [search, former, button] = [searchRef.current, opener.current, targetRef.current]
      const returnFocus = () => {
        if (document.activeElement === search) search?.blur()
        if (former?.isConnected && former !== document.body) regainFocus(former)
        regainFocus(button)
      }
      // After a key, return the focus at once, because the hidden search field would receive the next key. After a click,
      // wait until the browser has moved the focus to the clicked element.
      if (source === 'keyboard') returnFocus()
      else setTimeout(returnFocus, 0)
    },
  }
}

/** Component inside a dropdown. It calls `run` when the dropdown appears. */
export function OnMount({ run }: { run: () => void }) {
  // Run once per mount, because the menu renders this component only while its list is open. Use a layout effect, early
  // enough for keys that are typed right after opening.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(run, [])
  return null
}
