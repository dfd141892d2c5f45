import { createContext, use, useCallback, useState, type ReactNode } from 'react'
import { laterPart } from '../keyboard/later-part.tsx'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import { frameTexts } from '../texts/frame.ts'
import { paletteTexts as texts } from '../texts/palette.ts'

const Palette = laterPart(async () => (await import('./palette.tsx')).Palette, texts.openFailed)

const OpenPaletteContext = createContext<() => void>(() => undefined)

export const useOpenPalette = (): (() => void) => use(OpenPaletteContext)

/** Opens the palette with Ctrl+K or ⌘K on every page. */
export function PaletteProvider({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const open = useCallback(() => setOpen(true), [])
  const close = () => setOpen(false)
  const toggle = () => {
    if (isOpen) close()
    else if (!hasModal()) open()
  }
  useShortcuts(frameTexts.keyboard.everywhere, [
    { keys: 'Mod+k', description: texts.help, isEverywhere: true, action: toggle },
  ])
  return (
    <OpenPaletteContext value={open}>
      {children}
      {isOpen && <Palette onClose={close} />}
    </OpenPaletteContext>
  )
}

/** Returns true if a modal dialog is open, which the user has to close before anything else. */
const hasModal = (): boolean => document.querySelector('[aria-modal=true]') !== null
