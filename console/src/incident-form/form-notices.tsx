import { Stack } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import classes from './form-notices.module.css'

interface RefusalProps {
  /** What the form was refused for, once it is told here; not what a field says. */
  told: Error | null | undefined
  children: ReactNode
}

/** What is said of a refusal, above the fields: whoever sent the form from its end is led here to read it. */
export function Refusal({ told, children }: RefusalProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (told) place.current?.focus()
  }, [told])
  return (
    <Stack gap="md" ref={place} tabIndex={-1} className={classes.refusal!}>
      {children}
    </Stack>
  )
}
