import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './form-actions.module.css'

/** The buttons that end a long form; on a phone they stay in sight. */
export const FormActions = ({ children }: { children: ReactNode }) => (
  <Group gap="xs" className={classes.actions!}>
    {children}
  </Group>
)
