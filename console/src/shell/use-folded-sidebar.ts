import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { readFromBrowser, storeInBrowser } from '../browser/storage.ts'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import { frameTexts } from '../texts/frame.ts'

/** Choices of the user for wide and for narrow windows; undefined without a choice. */
interface Choices {
  wide?: boolean
  narrow?: boolean
}

const storageKey = 'tocsin-folded-sidebar'

/**
 * Folds the sidebar to its icons, by default only in narrow windows. The browser remembers the choices of the user for
 * narrow and for wide windows. The key `[` folds and unfolds the sidebar.
 */
export function useFoldedSidebar() {
  const width = useMediaQuery('(max-width: 68.75em)', undefined, { getInitialValueInEffect: false }) ? 'narrow' : 'wide'
  const [choices, setChoices] = useState(() => (readFromBrowser(storageKey) ?? {}) as Choices)
  const isFolded = choices[width] ?? width === 'narrow'
  const toggle = () => {
    const next = { ...choices, [width]: !isFolded }
    setChoices(next)
    storeInBrowser(storageKey, next)
  }
  useShortcuts(frameTexts.keyboard.everywhere, [{ keys: '[', description: frameTexts.sidebar.toggle, action: toggle }])
  return { isFolded, toggle }
}
