import type { Uuid } from '@tocsin/contract/scalars.ts'

interface Step {
  id: Uuid
  isInitial: boolean
  isFinal: boolean
}

/**
 * Returns the progress of each state through the workflow: 0 for the initial state, 1 for a final state, and
 * evenly spaced shares in between for the other states in their order.
 * @param states all states in the order of the workflow.
 */
export function progressOf(states: readonly Step[]): ReadonlyMap<Uuid, number> {
  const between = states.filter(({ isInitial, isFinal }) => !isInitial && !isFinal)
  return new Map([
    ...states.map(({ id, isFinal }) => [id, isFinal ? 1 : 0] as const),
    ...between.map(({ id }, index) => [id, (index + 1) / (between.length + 1)] as const),
  ])
}
