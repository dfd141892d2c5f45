import { use, useMemo, type ReactNode } from 'react'
import type { ShortcutGroup } from './shortcut.ts'
import { ShortcutsContext } from './use-shortcuts.ts'

interface ReservedKeysProps {
  /** Keys that the surrounding page needs. Pass the same array at each render. */
  keys: readonly string[]
  children: ReactNode
}

/** Part of a page. Its components do not get the given keys, because the page itself needs these keys. */
export function ReservedKeys({ keys, children }: ReservedKeysProps) {
  const page = use(ShortcutsContext)
  const part = useMemo(
    () => ({
      ...page,
      register: ({ title, shortcuts }: ShortcutGroup) =>
        page.register({ title, shortcuts: shortcuts.filter((shortcut) => !keys.includes(shortcut.keys)) }),
    }),
    [page, keys],
  )
  return <ShortcutsContext value={part}>{children}</ShortcutsContext>
}
