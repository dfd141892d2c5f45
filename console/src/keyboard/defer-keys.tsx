import { useLayoutEffect } from 'react'
import { useDeferKeys } from './use-shortcuts.ts'

/** Placeholder for a form that is loading. Holds typed keys for its first field. */
export function DeferKeys() {
  const hold = useDeferKeys()
  useLayoutEffect(hold, [hold])
  return null
}
