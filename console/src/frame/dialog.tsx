import { Modal, type ModalProps } from '@mantine/core'
import { useFocusReturn } from './use-focus-return.ts'

/**
 * A dialog, drawn only while it is open. Mantine gives the focus back only from dialogs that are drawn before; from here it
 * goes back when the dialog is gone.
 */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useFocusReturn()
  return <Modal opened {...props} />
}
