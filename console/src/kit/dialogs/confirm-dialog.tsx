import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  title: string
  /** The choice that leaves everything as it is; it has the focus. */
  keep: string
  /** The choice that cannot be undone. */
  confirm: string
  isPending?: boolean
  onConfirm: () => void
  onClose: () => void
  /** What it means, and why it did not work. */
  children: ReactNode
}

/** Asks before something is lost. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, keep, confirm, isPending = false, onConfirm, onClose, children } = props
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack>
        {children}
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {keep}
          </Button>
          <Button color="red.9" loading={isPending} onClick={onConfirm}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
