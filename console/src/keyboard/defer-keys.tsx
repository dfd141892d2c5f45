import { useLayoutEffect } from 'react'
import { useHoldKeys } from './use-shortcuts.ts'

/** Placeholder for a form that is loading. Holds typed keys for its first field. */
export function FieldOnItsWay() {
  const hold = useHoldKeys()
  useLayoutEffect(hold, [hold])
  return null
}
