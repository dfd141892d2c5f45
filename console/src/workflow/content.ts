import type { Workflow, WorkflowContent } from '@tocsin/contract/console/workflow.ts'

export type State = WorkflowContent['states'][number]
export type Transition = WorkflowContent['transitions'][number]

/** Returns the editable part of a stored workflow: the states, the transitions and the initial state. */
export const contentOf = ({ states, transitions }: Workflow): WorkflowContent => ({
  initialStateId: states.find(({ isInitial }) => isInitial)?.id ?? '',
  states: states.map(({ id, name, isFinal }) => ({ id, name, isFinal })),
  transitions,
})

/** Returns the states with the property `isInitial`, which is true only for the initial state. */
export const withInitial = ({ states, initialStateId }: WorkflowContent) =>
  states.map((state) => ({ ...state, isInitial: state.id === initialStateId }))

export const keyOf = ({ fromStateId, toStateId }: Transition): string => `${fromStateId}/${toStateId}`

export const keysOf = ({ transitions }: WorkflowContent): ReadonlySet<string> => new Set(transitions.map(keyOf))

export const hasTransition = ({ transitions }: WorkflowContent, from: string, to: string): boolean =>
  transitions.some(({ fromStateId, toStateId }) => fromStateId === from && toStateId === to)

/** Returns true if two workflows are equal. The order of the transitions does not matter. */
export function isSameWorkflow(one: WorkflowContent, other: WorkflowContent): boolean {
  return textOf(one) === textOf(other)
}

const textOf = ({ initialStateId, states, transitions }: WorkflowContent): string =>
  JSON.stringify([
    initialStateId,
    states.map(({ id, name, isFinal }) => [id, name, isFinal]),
    transitions.map(keyOf).toSorted(),
  ])
