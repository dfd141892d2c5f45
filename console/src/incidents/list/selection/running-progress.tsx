import { Button, Progress, Text } from '@mantine/core'
import { incidentListTexts } from '../../../texts/incident-list.ts'
import classes from './selection-bar.module.css'
import type { RunningChange } from './use-running.ts'

/** Progress of a running bulk change, with a button that cancels it. */
export const RunningProgress = ({ text, percent, isStopping, cancel }: RunningChange) => (
  <>
    <Text size="sm" fw={600} className={classes.count}>
      {text}
    </Text>
    <Button variant="default" className={classes.button} disabled={isStopping} onClick={cancel}>
      {incidentListTexts.bulk.cancel}
    </Button>
    <Progress value={percent} size="sm" aria-label={text} className={classes.progress} />
  </>
)
