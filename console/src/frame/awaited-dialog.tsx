import { CatchBoundary } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import { showProblem } from './show-problem.tsx'
import { useFocusReturn } from './use-focus-return.ts'

interface AwaitedDialogProps {
  onClose: () => void
  children: ReactNode
}

/**
 * Wraps a dialog that has to be loaded first: by then, the menu that it was chosen from has closed. Where it cannot be
 * loaded the page stays as it is, with everything that was written on it.
 */
export function AwaitedDialog({ onClose, children }: AwaitedDialogProps) {
  useFocusReturn()
  const giveUp = (error: unknown) => {
    showProblem(error as Error)
    onClose()
  }
  return (
    <CatchBoundary getResetKey={() => 'dialog'} onCatch={giveUp} errorComponent={() => null}>
      <Suspense>{children}</Suspense>
    </CatchBoundary>
  )
}
