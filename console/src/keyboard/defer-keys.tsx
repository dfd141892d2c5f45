import { useLayoutEffect } from 'react'
import { useDeferKeys, useDropKeys } from './use-shortcuts.ts'

interface DeferKeysProps {
  /** True if the content cannot be loaded. The stored keys are then dropped. */
  hasFailed?: boolean
}

/**
 * Placeholder rendered while a form or an incident loads. Stores typed keys until the content replaces it. Drops the
 * keys if the user leaves the page before.
 */
export function DeferKeys({ hasFailed = false }: DeferKeysProps) {
  const deferKeys = useDeferKeys()
  const dropKeys = useDropKeys()
  useLayoutEffect(() => {
    if (hasFailed) return dropKeys()
    const { pathname } = window.location
    const end = deferKeys()
    return () => {
      end()
      // Another page must not receive the keys if the user leaves this page while it loads.
      if (window.location.pathname !== pathname) dropKeys()
    }
  }, [hasFailed, deferKeys, dropKeys])
  return null
}
