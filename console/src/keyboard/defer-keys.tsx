import { useLayoutEffect } from 'react'
import { useDeferKeys } from './use-shortcuts.ts'

/** Placeholder rendered while a form loads. Stores typed keys until the form replaces it. */
export function DeferKeys() {
  const deferKeys = useDeferKeys()
  useLayoutEffect(deferKeys, [deferKeys])
  return null
}
