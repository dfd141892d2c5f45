import { useEffect, useState } from 'react'
import { regainFocusOnPage } from './regain-focus.ts'

/**
 * When a dialog closes, returns the focus to the element that opened the dialog. If a menu item opened the dialog, the
 * button of the menu gets the focus. If the element was removed or disabled, the page content gets the focus.
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
