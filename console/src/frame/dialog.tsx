import { Modal, type ModalProps } from '@mantine/core'
import { useFocusReturn } from './use-focus-return.ts'

/**
 * A dialog, drawn only while it is open. Mantine returns the focus only from dialogs that were drawn before they
 * opened; this one returns it when it is gone.
 */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useFocusReturn()
  return <Modal opened {...props} />
}
