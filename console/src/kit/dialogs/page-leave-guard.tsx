import { createContext, use, useEffect, useState, type ReactNode } from 'react'
import { LeaveGuard } from './leave-guard.tsx'

interface Editor {
  isUnsaved: () => boolean
  discard?: (() => void) | undefined
}

const EditorsContext = createContext<Set<Editor> | undefined>(undefined)

/** Leave guard for a page with several editors. It asks once, even if several editors have unsaved changes. */
export function PageLeaveGuard({ children }: { children: ReactNode }) {
  const [editors] = useState(() => new Set<Editor>())
  return (
    <EditorsContext value={editors}>
      {children}
      <LeaveGuard
        isUnsaved={() => [...editors].some(({ isUnsaved }) => isUnsaved())}
        onLeave={() => [...editors].forEach(({ discard }) => discard?.())}
      />
    </EditorsContext>
  )
}

/**
 * Registers one editor with the `PageLeaveGuard` around it while the editor is rendered.
 * @param isUnsaved returns true while the editor has unsaved changes.
 * @param discard called if the user leaves without saving. Discards the changes and deletes stored copies of them.
 */
export function useUnsaved(isUnsaved: () => boolean, discard?: () => void): void {
  const editors = use(EditorsContext)!
  useEffect(() => {
    const editor = { isUnsaved, discard }
    editors.add(editor)
    return () => void editors.delete(editor)
  })
}
