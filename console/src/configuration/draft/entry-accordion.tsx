import { Accordion } from '@mantine/core'
import { useMemo, type ReactNode } from 'react'
import { useDraftEditing } from './draft-context.ts'
import classes from './draft.module.css'

/**
 * Accordion whose items are types or profiles.
 * @param children the items. If this is the same element after an edit of the draft, the items are not rendered again,
 *   except those that read the draft themselves.
 */
export function EntryAccordion({ children }: { children: ReactNode }) {
  const { opened, setOpened } = useDraftEditing()
  return useMemo(
    () => (
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
    ),
    [opened, setOpened, children],
  )
}
