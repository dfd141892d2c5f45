import classes from './state-label.module.css'
import { StateIcon } from './state-icon.tsx'

interface StateLabelProps {
  /** State with its progress through the workflow, from 0 to 1. */
  state: { name: string; progress: number }
}

/** Shows the name of a workflow state after a circle that fills from the initial state to the final states. */
export const StateLabel = ({ state: { name, progress } }: StateLabelProps) => (
  <span className={classes.badge} data-final={progress === 1 || undefined}>
    <StateIcon progress={progress} />
    <span className={classes.name}>{name}</span>
  </span>
)
