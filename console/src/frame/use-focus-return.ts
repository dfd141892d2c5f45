import { useEffect, useState } from 'react'

/**
 * Gives the focus back to what opened a dialog when the dialog is gone; called by dialogs that are drawn only while they
 * are open. Behind a menu's entry that is the menu's button, and where that is gone too, the page.
 */
export function useFocusReturn(): void {
  const [opener] = useState(findOpener)
  useEffect(
    () => () => {
      const target = opener?.isConnected ? opener : document.querySelector<HTMLElement>('#content')
      target?.focus({ preventScroll: true })
    },
    [opener],
  )
}

function findOpener(): HTMLElement | null {
  const active = document.activeElement as HTMLElement | null
  const menu = active?.closest('[role=menu]')
  return menu ? document.querySelector<HTMLElement>(`[aria-controls="${menu.id}"]`) : active
}
