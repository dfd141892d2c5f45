import { Stack } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import classes from './form-notices.module.css'

interface FormNoticesProps {
  /** What the form was refused for, once it is problem here; not what a field says. */
  problem: Error | null | undefined
  children: ReactNode
}

/** What is said of a refusal, above the fields: whoever sent the form from its end is led here to read it. */
export function FormNotices({ problem, children }: FormNoticesProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem) place.current?.focus()
  }, [problem])
  return (
    <Stack gap="md" ref={place} tabIndex={-1} className={classes.refusal!}>
      {children}
    </Stack>
  )
}
