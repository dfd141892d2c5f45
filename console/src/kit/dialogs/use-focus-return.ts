import { useEffect, useState } from 'react'
import { regainFocus } from './regain-focus.ts'

/**
 * Returns the focus to what opened a dialog when the dialog closes. For a menu's entry that is the menu's button; if
 * that is gone too, or disabled by what was done, the page.
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
