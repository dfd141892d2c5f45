import { useEffect, useRef } from 'react'

/** Returns a function that reports to a long action whether the page that started it is still shown. */
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
