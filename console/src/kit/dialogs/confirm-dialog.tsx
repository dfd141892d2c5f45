import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  title: string
  /** Label of the button that changes nothing. It has the focus. */
  cancel: string
  /** Label of the button that cannot be undone. */
  confirm: string
  isPending?: boolean
  onConfirm: () => void
  onClose: () => void
  /** Explanation, and the problem after a failure. */
  children: ReactNode
}

/** Asks for confirmation before something is lost. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, cancel, confirm, isPending = false, onConfirm, onClose, children } = props
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack>
        {children}
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {cancel}
          </Button>
          <Button color="red.9" loading={isPending} onClick={onConfirm}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
