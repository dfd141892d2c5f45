import { useEffect, useEffectEvent } from 'react'

/**
 * Calls `close` when the user goes back or forward in the history. Use it for a dialog or menu of the frame, which
 * would otherwise stay open above the other page.
 */
export function useCloseOnBack(close: () => void): void {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    const listener = () => closeNow()
    window.addEventListener('popstate', listener)
    return () => window.removeEventListener('popstate', listener)
  }, [])
}
