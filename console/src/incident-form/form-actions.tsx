import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './form-actions.module.css'

/** Buttons at the end of a long form. On a phone they stay visible while the form scrolls. */
export const FormActions = ({ children }: { children: ReactNode }) => (
  <Group gap="xs" className={classes.actions!} data-above-navigation-bar>
    {children}
  </Group>
)
