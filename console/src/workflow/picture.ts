import type { ChangeWorkflow, Workflow } from '@tocsin/contract/workflow.ts'

/** The workflow as it is edited: its states in order, and which may follow which. */
export type Picture = Pick<ChangeWorkflow, 'initialStateId' | 'states' | 'transitions'>
export type State = Picture['states'][number]
export type Transition = Picture['transitions'][number]

/** What is edited of a workflow that was read. */
export const pictureOf = ({ states, transitions }: Workflow): Picture => ({
  initialStateId: states.find(({ isInitial }) => isInitial)?.id ?? '',
  states: states.map(({ id, name, isFinal }) => ({ id, name, isFinal })),
  transitions,
})

export const keyOf = ({ fromStateId, toStateId }: Transition): string => `${fromStateId}/${toStateId}`

export const hasTransition = ({ transitions }: Picture, from: string, to: string): boolean =>
  transitions.some(({ fromStateId, toStateId }) => fromStateId === from && toStateId === to)

/** Whether both say the same; transitions have no order. */
export function isSamePicture(one: Picture, other: Picture): boolean {
  return textOf(one) === textOf(other)
}

const textOf = ({ initialStateId, states, transitions }: Picture): string =>
  JSON.stringify([
    initialStateId,
    states.map(({ id, name, isFinal }) => [id, name, isFinal]),
    transitions.map(keyOf).toSorted(),
  ])
