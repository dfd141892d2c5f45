import { createContext, use, useEffect, useState, type ReactNode } from 'react'
import { LeaveGuard } from './leave-guard.tsx'

interface Part {
  isUnsaved: () => boolean
  discard?: (() => void) | undefined
}

const PartsContext = createContext<Set<Part> | undefined>(undefined)

/** One guard for a page where several things can be edited at a time: a user who leaves it is asked once. */
export function PageLeaveGuard({ children }: { children: ReactNode }) {
  const [parts] = useState(() => new Set<Part>())
  return (
    <PartsContext value={parts}>
      {children}
      <LeaveGuard
        isUnsaved={() => [...parts].some(({ isUnsaved }) => isUnsaved())}
        onLeave={() => [...parts].forEach(({ discard }) => discard?.())}
      />
    </PartsContext>
  )
}

/**
 * Guards one of them, somewhere within a `PageLeaveGuard`, while it is drawn.
 * @param discard when the user leaves all the same, of what is kept elsewhere too.
 */
export function useUnsaved(isUnsaved: () => boolean, discard?: () => void): void {
  const parts = use(PartsContext)!
  useEffect(() => {
    const part = { isUnsaved, discard }
    parts.add(part)
    return () => void parts.delete(part)
  })
}
