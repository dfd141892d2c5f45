import { IconCircle, IconCircleCheckFilled, IconCircleHalf2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { WorkflowState } from '@tocsin/contract/directory.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { statesQuery } from '../workflow/states.ts'
import classes from './state-badge.module.css'

/** A workflow state as its name and how far along it is: empty at the beginning, ticked at the end. */
export function StateBadge({ stateId }: { stateId: Uuid }) {
  const { data } = useQuery(statesQuery)
  const state = data?.find(({ id }) => id === stateId)
  if (!state) return null
  return <StateLabel state={state} />
}

/** The same where the state is at hand. */
export function StateLabel({ state }: { state: Pick<WorkflowState, 'name' | 'isInitial' | 'isFinal'> }) {
  const Shape = state.isFinal ? IconCircleCheckFilled : state.isInitial ? IconCircle : IconCircleHalf2
  return (
    <span className={classes.badge} data-final={state.isFinal || undefined}>
      <Shape size={16} aria-hidden />
      <span className={classes.name}>{state.name}</span>
    </span>
  )
}
