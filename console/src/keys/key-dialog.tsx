import type { IssuedKey, KeyScope } from '@tocsin/contract/console/api-key.ts'
import type { Instant } from '@tocsin/contract/scalars.ts'
import type { ReactNode } from 'react'
import { SecretDialog } from '../kit/dialogs/secret-dialog.tsx'
import { keyTexts } from '../texts/keys.ts'
import { FreshKeyFields } from './fresh-key-fields.tsx'

/** API key that was just issued. */
export interface FreshKey extends IssuedKey {
  scopes: readonly KeyScope[]
  /** After a rotation: instant at which the replaced key stops working; null if it has already stopped working. */
  oldWorksUntil?: Instant | null
}

interface KeyDialogProps {
  opened: boolean
  onClose: () => void
  title: string
  /** New API key to show instead of the form. */
  fresh: FreshKey | undefined
  /** Form that issues the key. */
  children: ReactNode
}

/** Dialog that first shows the form to issue an API key, and then the new key, which is shown only once. */
export const KeyDialog = ({ opened, onClose, title, fresh, children }: KeyDialogProps) => (
  <SecretDialog
    opened={opened}
    onClose={onClose}
    title={fresh ? keyTexts.shown.title(fresh.name) : title}
    secret={fresh && <FreshKeyFields fresh={fresh} onStored={onClose} />}
  >
    {children}
  </SecretDialog>
)
