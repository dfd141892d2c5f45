import classes from './state-label.module.css'
import { StateIcon } from './state-icon.tsx'

interface StateLabelProps {
  /** State with its progress through the workflow, from 0 to 1. */
  state: { name: string; progress: number }
}

/** Circle that shows the progress of a workflow state, followed by the name of the state. */
export const StateLabel = ({ state: { name, progress } }: StateLabelProps) => (
  <span className={classes.badge} data-final={progress === 1 || undefined}>
    <StateIcon progress={progress} />
    <span className={classes.name}>{name}</span>
  </span>
)
