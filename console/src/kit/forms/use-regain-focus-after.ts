import { useEffect, type RefObject } from 'react'
import { regainFocusOnPage } from '../dialogs/regain-focus.ts'

/**
 * Returns the focus when an action ends whose button lost the focus, because the button was disabled or removed.
 * @param isGoingOn true from the start of the action to its end.
 * @param button element that gets the focus. The page content gets it if there is no such element any more.
 */
export function useRegainFocusAfter(isGoingOn: boolean, button?: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!isGoingOn) return undefined
    // Read the button when the action ends, because it may have been rendered anew.
    // oxlint-disable-next-line react/exhaustive-deps
    return () => regainFocusOnPage(button?.current)
  }, [isGoingOn, button])
}
