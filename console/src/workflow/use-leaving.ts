import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'

interface Leaving {
  isAsked: boolean
  /** Asks whether to discard, without leaving. */
  ask: () => void
  confirm: () => void
  stay: () => void
}

/** Asks before changes are lost: when they are discarded, when another page is opened, when the window closes. */
export function useLeaving(isDirty: boolean, discard: () => void): Leaving {
  const [isAsked, setAsked] = useState(false)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return {
    isAsked: isAsked || blocker.status === 'blocked',
    ask: () => setAsked(true),
    confirm() {
      setAsked(false)
      discard()
      blocker.proceed?.()
    },
    stay() {
      setAsked(false)
      blocker.reset?.()
    },
  }
}
