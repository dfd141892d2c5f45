import { useLayoutEffect } from 'react'
import { useDeferKeys, useDropKeys } from './use-shortcuts.ts'

/**
 * Stores typed keys until a part of the page is shown, and keeps them out of the field that had the focus. If the part
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
    // `isLoaded` is a new function at each render, and always returns the current value.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isShown, deferKeys, dropKeys])
}
