import { Button } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { incidentListTexts } from '../../../texts/incident-list.ts'
import classes from './new-above.module.css'

/** Button with the number of new rows above the visible rows. A press scrolls to the new rows. */
export const NewAbove = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <output className={classes.place}>
    {count > 0 && (
      <Button
        size="compact-md"
        radius="xl"
        className={classes.button}
        leftSection={<IconArrowUp size={14} aria-hidden />}
        onClick={onShow}
      >
        {incidentListTexts.showNew(count)}
      </Button>
    )}
  </output>
)
