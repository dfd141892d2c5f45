import { Stack } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import classes from './form-notices.module.css'

interface FormNoticesProps {
  /**
   * Problem with which the server rejected the form as a whole. Violations of single fields are left out, because the
   * fields show them.
   */
  rejection: Error | null | undefined
  children: ReactNode
}

/**
 * Notices above the fields of a form. The notices take the focus when the form is rejected, because the send button is
 * far below the notices.
 */
export function FormNotices({ rejection, children }: FormNoticesProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (rejection) place.current?.focus()
  }, [rejection])
  return (
    <Stack gap="md" ref={place} tabIndex={-1} className={classes.notices!}>
      {children}
    </Stack>
  )
}
