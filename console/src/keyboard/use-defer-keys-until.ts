import { useLayoutEffect } from 'react'
import { useDeferKeys, useDropKeys } from './use-shortcuts.ts'

/**
 * Stores typed keys until a part of the page is shown, so that the focused field does not receive the keys. If the part
 * is removed before it is shown, the keys are dropped.
 * @param isLoaded returns true once the part has loaded.
 */
export function useDeferKeysUntil(isShown: boolean, isLoaded: () => boolean): void {
  const deferKeys = useDeferKeys()
  const dropKeys = useDropKeys()
  useLayoutEffect(() => {
    if (isShown) return undefined
    const end = deferKeys(document.activeElement)
    return () => {
      end()
      if (!isLoaded()) dropKeys()
    }
    // Leave out `isLoaded`, which is a new function at each render but always returns the current value.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isShown, deferKeys, dropKeys])
}
