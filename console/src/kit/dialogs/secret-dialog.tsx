import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

interface SecretDialogProps {
  opened: boolean
  onClose: () => void
  title: string
  /** New secret to show instead of the form. While the secret is shown, only the button below it closes the dialog. */
  secret: ReactNode
  /** Form that makes the secret. It is rendered only while the dialog is open, so that it starts empty each time. */
  children: ReactNode
}

/** Dialog with two steps: first a form that makes a secret, then the secret itself, which is shown only once. */
export function SecretDialog({ opened, onClose, title, secret, children }: SecretDialogProps) {
  const isSealed = Boolean(secret)
  // The secret cannot be shown later, so show it even if the user closed the form before the response arrived.
  if (!opened && !isSealed) return null
  return (
    <Dialog
      onClose={onClose}
      title={title}
      size={isSealed ? 'lg' : 'md'}
      closeOnEscape={!isSealed}
      closeOnClickOutside={!isSealed}
      withCloseButton={!isSealed}
    >
      {secret || children}
    </Dialog>
  )
}
