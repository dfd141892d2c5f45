import { createContext, use, useEffect, useState, type ReactNode } from 'react'
import { LeaveGuard } from './leave-guard.tsx'

type IsUnsaved = () => boolean

const PartsContext = createContext<Set<IsUnsaved> | undefined>(undefined)

/** One guard for a page where several things can be edited at a time: a user who leaves it is asked once. */
export function LeaveGuardOfAll({ children }: { children: ReactNode }) {
  const [parts] = useState(() => new Set<IsUnsaved>())
  return (
    <PartsContext value={parts}>
      {children}
      <LeaveGuard isUnsaved={() => [...parts].some((isUnsaved) => isUnsaved())} />
    </PartsContext>
  )
}

/** Guards one of them, somewhere within a `LeaveGuardOfAll`, while it is drawn. */
export function useUnsaved(isUnsaved: IsUnsaved): void {
  const parts = use(PartsContext)!
  useEffect(() => {
    parts.add(isUnsaved)
    return () => void parts.delete(isUnsaved)
  })
}
