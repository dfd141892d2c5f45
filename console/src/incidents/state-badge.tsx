import { IconCircle, IconCircleCheckFilled, IconCircleHalf2 } from '@tabler/icons-react'
import type { WorkflowState } from '@tocsin/contract/api/directory.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useWorkflowState } from './names-context.ts'
import classes from './state-badge.module.css'

/** The state of an Incident in a list; nothing while it is not known. */
export function StateBadge({ stateId }: { stateId: Uuid }) {
  const state = useWorkflowState(stateId)
  return state ? <StateLabel state={state} /> : null
}

/** A workflow state as its name and how far along it is: empty at the beginning, ticked at the end. */
export function StateLabel({ state }: { state: Pick<WorkflowState, 'name' | 'isInitial' | 'isFinal'> }) {
  const Shape = state.isFinal ? IconCircleCheckFilled : state.isInitial ? IconCircle : IconCircleHalf2
  return (
    <span className={classes.badge} data-final={state.isFinal || undefined}>
      <Shape size={16} aria-hidden />
      <span className={classes.name}>{state.name}</span>
    </span>
  )
}
