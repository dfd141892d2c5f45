import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  title: string
  /** Label of the button that closes the dialog without a change. This button has the focus at first. */
  cancel: string
  /** Label of the button that starts the action. */
  confirm: string
  /** Colour of the button that starts the action; red by default, for an action that cannot be undone. */
  color?: string
  isPending?: boolean
  onConfirm: () => void
  onClose: () => void
  /** Explanation of the action, and an alert if the action failed. */
  children: ReactNode
}

/** Dialog that asks for confirmation before an action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, cancel, confirm, color = 'red.9', isPending = false, onConfirm, onClose, children } = props
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack>
        {children}
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {cancel}
          </Button>
          <Button color={color} loading={isPending} onClick={onConfirm}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
