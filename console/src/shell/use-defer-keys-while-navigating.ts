import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useDeferKeys } from '../keyboard/use-shortcuts.ts'

/** Defers key presses during the navigation to another page until that page is rendered. */
export function useDeferKeysWhileNavigating(): void {
  const router = useRouter()
  const deferKeys = useDeferKeys()
  useEffect(() => {
    let endDeferral: (() => void) | undefined
    const end = () => {
      endDeferral?.()
      endDeferral = undefined
    }
    const stops = [
      router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
        if (pathChanged && !endDeferral) endDeferral = deferKeys()
      }),
      router.subscribe('onResolved', end),
      end,
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [router, deferKeys])
}
