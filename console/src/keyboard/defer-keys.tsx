import { useLayoutEffect } from 'react'
import { useDeferKeys } from './use-shortcuts.ts'

/** Placeholder for a form that is loading. Defers typed keys until its first field is rendered. */
export function DeferKeys() {
  const deferKeys = useDeferKeys()
  useLayoutEffect(deferKeys, [deferKeys])
  return null
}
