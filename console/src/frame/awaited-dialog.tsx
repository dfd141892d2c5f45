import { Suspense, type ReactNode } from 'react'
import { useFocusReturn } from './use-focus-return.ts'

/** Stands around a dialog that has to be loaded first: when it is there, the menu that it was chosen from is gone. */
export function AwaitedDialog({ children }: { children: ReactNode }) {
  useFocusReturn()
  return <Suspense>{children}</Suspense>
}
