import type { WorkflowState } from '@tocsin/contract/api/directory.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'

/**
 * Returns the progress of each state through the workflow: 0 for the initial state, 1 for a final state, and
 * evenly spaced shares in between for the other states in their order.
 * @param states all states in the order of the workflow.
 */
export function progressOf(
  states: readonly Pick<WorkflowState, 'id' | 'isInitial' | 'isFinal'>[],
): ReadonlyMap<Uuid, number> {
  const between = states.filter(({ isInitial, isFinal }) => !isInitial && !isFinal)
  return new Map([
    ...states.map(({ id, isFinal }) => [id, isFinal ? 1 : 0] as const),
    ...between.map(({ id }, index) => [id, (index + 1) / (between.length + 1)] as const),
  ])
}
