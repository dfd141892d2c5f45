import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { regainFocus } from './regain-focus.ts'
import { useFocusReturn } from './use-focus-return.ts'

/**
 * A dialog, drawn only while it is open. Mantine returns the focus only from dialogs that were drawn before they
 * opened; this one returns it when it is gone.
 */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  const root = useRef<HTMLDivElement>(null)
  useFocusReturn()
  useEffect(() => {
    // What had the focus may have made room for something else, which comes first if it takes the focus itself.
    const frame = requestAnimationFrame(() => regainFocus(root.current?.querySelector<HTMLElement>('[role=dialog]')))
    return () => cancelAnimationFrame(frame)
  })
  return <Modal opened ref={root} {...props} />
}
