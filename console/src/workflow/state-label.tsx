import classes from './state-label.module.css'
import { StateIcon } from './state-icon.tsx'

interface StateLabelProps {
  /** State with its progress through the workflow, from 0 to 1. */
  state: { name: string; progress: number }
}

/** Shows a workflow state: its name, and before it a circle that is fuller the closer the state is to a final one. */
export const StateLabel = ({ state: { name, progress } }: StateLabelProps) => (
  <span className={classes.badge} data-final={progress === 1 || undefined}>
    <StateIcon progress={progress} />
    <span className={classes.name}>{name}</span>
  </span>
)
