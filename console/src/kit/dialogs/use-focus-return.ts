import { useEffect, useState } from 'react'
import { regainFocus } from './regain-focus.ts'

/**
 * Returns the focus to the element that opened a dialog when the dialog closes. For a menu item that is the button of the
 * menu. If that was removed or disabled, the page gets the focus.
 */
export function useFocusReturn(): void {
  const [opener] = useState(findOpener)
  useEffect(
    () => () => {
      regainFocus(opener)
      regainFocus(document.querySelector<HTMLElement>('#content'))
    },
    [opener],
  )
}

function findOpener(): HTMLElement | null {
  const active = document.activeElement as HTMLElement | null
  const menu = active?.closest('[role=menu]')
  return menu ? document.querySelector<HTMLElement>(`[aria-controls="${menu.id}"]`) : active
}
