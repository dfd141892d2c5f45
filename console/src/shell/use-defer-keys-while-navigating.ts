import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useDeferKeys } from '../keyboard/use-shortcuts.ts'

/** Holds keys typed while a page loads, and gives them to that page. */
export function useDeferKeysWhileNavigating(): void {
  const router = useRouter()
  const hold = useDeferKeys()
  useEffect(() => {
    let letGo: (() => void) | undefined
    const end = () => {
      letGo?.()
      letGo = undefined
    }
    const stops = [
      router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
        if (pathChanged && !letGo) letGo = hold()
      }),
      router.subscribe('onResolved', end),
      end,
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [router, hold])
}
