import { useEffect, useState } from 'react'
import { regainFocusOnPage } from './regain-focus.ts'

/**
 * Returns the focus to the element that opened a dialog when the dialog closes. If a menu item opened the dialog, the
 * button of the menu gets the focus. If the element that would get the focus was removed or disabled, the page content
 * gets the focus.
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
