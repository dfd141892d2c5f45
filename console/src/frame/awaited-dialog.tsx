import { Suspense, type ReactNode } from 'react'
import { useFocusReturn } from './use-focus-return.ts'

/** Wraps a dialog that has to be loaded first: by then, the menu that it was chosen from has closed. */
export function AwaitedDialog({ children }: { children: ReactNode }) {
  useFocusReturn()
  return <Suspense>{children}</Suspense>
}
