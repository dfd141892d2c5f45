import { useLayoutEffect } from 'react'
import { useDeferKeys, useDropKeys } from './use-shortcuts.ts'

interface DeferKeysProps {
  /** True if the form cannot be loaded. The stored keys are then dropped. */
  hasFailed?: boolean
}

/** Placeholder rendered while a form loads. Stores typed keys until the form replaces it. */
export function DeferKeys({ hasFailed = false }: DeferKeysProps) {
  const deferKeys = useDeferKeys()
  const dropKeys = useDropKeys()
  useLayoutEffect(() => (hasFailed ? dropKeys() : deferKeys()), [hasFailed, deferKeys, dropKeys])
  return null
}
