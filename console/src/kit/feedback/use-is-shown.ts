import { useEffect, useRef } from 'react'

/** Lets something that takes long know whether the page that began it is still shown. */
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
