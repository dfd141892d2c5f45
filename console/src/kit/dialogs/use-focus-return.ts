import { useEffect, useState } from 'react'
import { regainFocusOnPage } from './regain-focus.ts'

/**
 * Remembers the element that opened a dialog, and focuses this element after the dialog has closed. If a menu item
 * opened the dialog, focuses the button of the menu. If the element was removed or disabled, focuses the page content.
 */
export function useFocusReturn(): void {
  const [opener] = useState(findOpener)
  useEffect(() => () => regainFocusOnPage(opener), [opener])
}

function findOpener(): HTMLElement | null {
  const active = document.activeElement as HTMLElement | null
  const menu = active?.closest('[role=menu]')
  return menu ? document.querySelector<HTMLElement>(`[aria-controls="${menu.id}"]`) : active
}
