import { useLocalStorage } from '@mantine/hooks'
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { frameTexts } from '../texts/frame.ts'
import { laterPart } from './later-part.tsx'
import { leaveFieldsByEscape } from './leave-fields.ts'
import { hasDialog, listenTo, listenToModified, type ShortcutGroup } from './shortcut.ts'
import { DeferredKeys } from './deferred-keys.ts'
import { ShortcutsContext } from './use-shortcuts.ts'

const HelpDialog = laterPart(async () => (await import('./help-dialog.tsx')).HelpDialog)

/** Runs the keyboard shortcuts that pages register, and shows the list of them when the user presses `?`. */
export function ShortcutsProvider({ children }: { children: ReactNode }) {
  const groups = useRef<ShortcutGroup[]>([])
  const [deferredKeys] = useState(() => new DeferredKeys())
  const [help, setHelp] = useState<readonly ShortcutGroup[]>()
  // WCAG 2.1.4: spoken words would trigger single-key shortcuts, so users of speech input must be able to turn them off.
  const [enabled, setEnabled] = useLocalStorage({ key: 'tocsin-single-keys', defaultValue: true })

  const register = useCallback((group: ShortcutGroup) => {
    groups.current = [...groups.current, group]
    return () => {
      groups.current = groups.current.filter((other) => other !== group)
    }
  }, [])
  const showHelp = useCallback(() => setHelp(groups.current), [])

  useEffect(() => {
    if (!enabled) return undefined
    const own = { keys: '?', description: frameTexts.keyboard.help, action: showHelp }
    const unregisterOwn = register({ title: frameTexts.keyboard.everywhere, shortcuts: [own] })
    const keysForDialogs = new WeakSet<Event>()
    const noteDialog = (event: KeyboardEvent) => {
      if (hasDialog()) keysForDialogs.add(event)
    }
    const listener = listenTo(
      () => groups.current,
      deferredKeys,
      (event) => keysForDialogs.has(event),
    )
    window.addEventListener('keydown', noteDialog, true)
    document.addEventListener('keydown', listener)
    return () => {
      unregisterOwn()
      window.removeEventListener('keydown', noteDialog, true)
      document.removeEventListener('keydown', listener)
    }
  }, [enabled, register, showHelp, deferredKeys])

  useEffect(() => {
    const listener = listenToModified(() => groups.current, deferredKeys)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [deferredKeys])

  useEffect(leaveFieldsByEscape, [])

  const context = useMemo(
    () => ({
      register,
      groups: () => groups.current,
      showHelp,
      defer: (leftField?: Element | null) => deferredKeys.defer(leftField),
      drop: () => deferredKeys.drop(),
    }),
    [register, showHelp, deferredKeys],
  )
  return (
    <ShortcutsContext value={context}>
      {children}
      {help && <HelpDialog groups={help} enabled={enabled} onEnable={setEnabled} onClose={() => setHelp(undefined)} />}
    </ShortcutsContext>
  )
}
