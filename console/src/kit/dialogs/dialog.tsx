import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { regainFocus } from './regain-focus.ts'
import { useFocusReturn } from './use-focus-return.ts'

/**
 * Dialog that is rendered only while it is open. It returns the focus when it is removed: Mantine does so only for dialogs
 * that were rendered before they opened.
 */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  const root = useRef<HTMLDivElement>(null)
  useFocusReturn()
  useEffect(() => {
    // Runs a frame later, because new content may focus one of its own parts first.
    const frame = requestAnimationFrame(() => regainFocus(root.current?.querySelector<HTMLElement>('[role=dialog]')))
    return () => cancelAnimationFrame(frame)
  })
  return <Modal opened ref={root} {...props} />
}
