import { createContext, use, useCallback, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { chunk } from '../api/chunk.ts'
import { DeferKeys } from '../keyboard/defer-keys.tsx'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import { showProblem } from '../kit/feedback/show-problem.tsx'
import { frameTexts } from '../texts/frame.ts'
import { paletteTexts as texts } from '../texts/palette.ts'

const OpenPaletteContext = createContext<() => void>(() => undefined)

export const useOpenPalette = (): (() => void) => use(OpenPaletteContext)

/** Opens the palette with Ctrl+K or ⌘K on every page. The palette is a chunk of its own, which loads while idle. */
export function PaletteProvider({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const [Palette, setPalette] = useState<ComponentType<{ onClose: () => void }>>()
  const load = useCallback(async () => {
    const loaded = await chunk(import('./palette.tsx'))
    setPalette(() => loaded.Palette)
  }, [])
  useEffect(() => whenIdle(() => void load().catch(() => undefined)), [load])

  const close = () => setOpen(false)
  const open = useCallback(() => {
    setOpen(true)
    load().catch((error: Error) => {
      setOpen(false)
      showProblem(texts.openFailed, error)
    })
  }, [load])
  const toggle = () => {
    if (isOpen) close()
    else if (!hasModal()) open()
  }
  useShortcuts(frameTexts.keyboard.everywhere, [{ keys: 'Mod+k', description: texts.help, action: toggle }])
  return (
    <OpenPaletteContext value={open}>
      {children}
      {isOpen && (Palette ? <Palette onClose={close} /> : <DeferKeys />)}
    </OpenPaletteContext>
  )
}

/** Returns true if a dialog is open, whose answer the page awaits before anything else. */
const hasModal = (): boolean => document.querySelector('[aria-modal=true]') !== null

/** Runs a function when the browser is idle. Safari has no idle callback. @returns a function that cancels it. */
function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 2_000)
    return () => clearTimeout(timer)
  }
  const request = window.requestIdleCallback(run, { timeout: 5_000 })
  return () => window.cancelIdleCallback(request)
}
