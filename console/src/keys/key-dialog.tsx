import type { IssuedKey, KeyScope } from '@tocsin/contract/console/api-key.ts'
import type { Instant } from '@tocsin/contract/scalars.ts'
import type { ReactNode } from 'react'
import { Dialog } from '../kit/dialogs/dialog.tsx'
import { keyTexts } from '../texts/keys.ts'
import { ShownOnce } from './shown-once.tsx'

/** A newly issued key. */
export interface FreshKey extends IssuedKey {
  scopes: readonly KeyScope[]
  /** Instant at which the replaced key stops working; null if it has stopped already. */
  oldWorksUntil?: Instant | null
}

interface KeyDialogProps {
  opened: boolean
  onClose: () => void
  title: string
  /** Key shown instead of the form. Only its own button closes the dialog then. */
  fresh: FreshKey | undefined
  /** Form, rendered only while the dialog is open, so that it starts empty each time. */
  children: ReactNode
}

/** Dialog with two steps: the form that issues a key, then the key itself, shown once. */
export function KeyDialog({ opened, onClose, title, fresh, children }: KeyDialogProps) {
  const isSealed = fresh !== undefined
  // A key that arrives after the form was closed is shown as well.
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
