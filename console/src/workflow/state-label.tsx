import { IconCircle, IconCircleCheckFilled, IconCircleHalf2 } from '@tabler/icons-react'
import type { WorkflowState } from '@tocsin/contract/api/directory.ts'
import classes from './state-label.module.css'

/** Name of a workflow state with a circle: empty for the initial state, ticked for a final one, else half full. */
export function StateLabel({ state }: { state: Pick<WorkflowState, 'name' | 'isInitial' | 'isFinal'> }) {
  const Shape = state.isFinal ? IconCircleCheckFilled : state.isInitial ? IconCircle : IconCircleHalf2
  return (
    <span className={classes.badge} data-final={state.isFinal || undefined}>
      <Shape size={16} aria-hidden />
      <span className={classes.name}>{state.name}</span>
    </span>
  )
}
