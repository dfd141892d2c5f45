import { useEffect, useRef } from 'react'

/**
 * Returns a function that returns true while the component is mounted. A long action calls this function to find out
 * whether its page is still shown.
 */
export function useIsShown(): () => boolean {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return () => isShown.current
}
