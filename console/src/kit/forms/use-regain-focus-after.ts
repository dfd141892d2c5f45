import { useEffect, type RefObject } from 'react'
import { regainFocusOnPage } from '../dialogs/regain-focus.ts'

/**
 * Returns the focus to a button at the end of its action. The button lost the focus during the action, because it was
 * disabled or removed.
 * @param isGoingOn true from the start of the action to its end.
 * @param button element that gets the focus. If the element does not exist any more, the page content gets the focus.
 */
export function useRegainFocusAfter(isGoingOn: boolean, button?: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!isGoingOn) return undefined
    // Read the button when the action ends, because it may have been rendered anew.
    // oxlint-disable-next-line react/exhaustive-deps
    return () => regainFocusOnPage(button?.current)
  }, [isGoingOn, button])
}
