import { Stack } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import classes from './form-notices.module.css'

interface FormNoticesProps {
  /** The rejection of the whole form; the fields show their own violations. */
  rejection: Error | null | undefined
  children: ReactNode
}

/** Shows why the form was rejected, above the fields, and takes the focus: the button to send is at the end of the form. */
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
