import { Accordion } from '@mantine/core'
import type { ReactNode } from 'react'
import { useDraftEditing } from './draft-context.ts'
import classes from './draft.module.css'

/** Accordion whose items are types or profiles. */
export function EntryAccordion({ children }: { children: ReactNode }) {
  const { opened, setOpened } = useDraftEditing()
  return (
    <Accordion
      multiple
      variant="separated"
      order={2}
      w="100%"
      transitionDuration={0}
      keepMounted={false}
      value={[...opened]}
      onChange={setOpened}
      className={classes.entries!}
    >
      {children}
    </Accordion>
  )
}
