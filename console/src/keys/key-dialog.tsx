import type { IssuedKey, KeyScope } from '@tocsin/contract/console/api-key.ts'
import type { Instant } from '@tocsin/contract/scalars.ts'
import type { ReactNode } from 'react'
import { Dialog } from '../kit/dialogs/dialog.tsx'
import { keyTexts } from '../texts/keys.ts'
import { ShownOnce } from './shown-once.tsx'

/** API key that was just issued. */
export interface FreshKey extends IssuedKey {
  scopes: readonly KeyScope[]
  /**
   * After a rotation: instant at which the replaced key stops working; null if the replaced key has already stopped.
   */
  oldWorksUntil?: Instant | null
}

interface KeyDialogProps {
  opened: boolean
  onClose: () => void
  title: string
  /** New API key to show instead of the form. While it is shown, only the button below the key closes the dialog. */
  fresh: FreshKey | undefined
  /** Form that issues the key. It is rendered only while the dialog is open, so that it starts empty each time. */
  children: ReactNode
}

/** Dialog with two steps: first the form that issues an API key, then the key itself, which is shown only once. */
export function KeyDialog({ opened, onClose, title, fresh, children }: KeyDialogProps) {
  const isSealed = fresh !== undefined
  // Show a key even if the user closed the form before the response arrived, because the key cannot be shown later.
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
