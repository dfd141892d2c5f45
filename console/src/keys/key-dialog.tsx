import type { IssuedKey, KeyScope } from '@tocsin/contract/console/api-key.ts'
import type { Instant } from '@tocsin/contract/scalars.ts'
import type { ReactNode } from 'react'
import { Dialog } from '../kit/dialogs/dialog.tsx'
import { keyTexts } from '../texts/keys.ts'
import { ShownOnce } from './shown-once.tsx'

/** A key that has just been issued. */
export interface FreshKey extends IssuedKey {
  scopes: readonly KeyScope[]
  /** Until when the key that it replaces works; null where that has stopped. */
  oldWorksUntil?: Instant | null
}

interface KeyDialogProps {
  opened: boolean
  onClose: () => void
  title: string
  /** From now on shown instead of the form; nothing but its own button closes the dialog then. */
  fresh: FreshKey | undefined
  /** The form, drawn only while the dialog is open, so that it begins anew each time. */
  children: ReactNode
}

/** One dialog for both steps: the form that makes a key, and the only sight of the key. */
export function KeyDialog({ opened, onClose, title, fresh, children }: KeyDialogProps) {
  const isSealed = fresh !== undefined
  // A key that arrives after the form was closed is shown all the same.
  if (!opened && !isSealed) return null
  return (
    <Dialog
      onClose={onClose}
      title={fresh ? keyTexts.shown.title(fresh.name) : title}
      size={isSealed ? 'lg' : 'md'}
      closeOnEscape={!isSealed}
      closeOnClickOutside={!isSealed}
      withCloseButton={!isSealed}
    >
      {fresh ? <ShownOnce fresh={fresh} onStored={onClose} /> : children}
    </Dialog>
  )
}
