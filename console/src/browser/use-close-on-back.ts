import { useEffect, useEffectEvent } from 'react'

/**
 * Calls `close` when the user goes back or forward in the history. Use it for dialogs and menus of the frame, because
 * the frame stays when the page changes.
 */
export function useCloseOnBack(close: () => void): void {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    const listener = () => closeNow()
    window.addEventListener('popstate', listener)
    return () => window.removeEventListener('popstate', listener)
  }, [])
}
