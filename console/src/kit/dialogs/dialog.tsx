import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { regainFocus } from './regain-focus.ts'
import { useFocusReturn } from './use-focus-return.ts'

/**
 * Modal dialog that is rendered only while it is open. After the dialog is removed, the element that opened it gets the
 * focus back. Mantine returns the focus only if a closed dialog stays rendered.
 */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  const root = useRef<HTMLDivElement>(null)
  useFocusReturn()
  useEffect(() => {
    // Focus the dialog if nothing has the focus. Wait a frame, because new content may focus one of its elements first.
    const frame = requestAnimationFrame(() => regainFocus(root.current?.querySelector<HTMLElement>('[role=dialog]')))
    return () => cancelAnimationFrame(frame)
  })
  return <Modal opened ref={root} {...props} />
}
