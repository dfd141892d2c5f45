import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { WorkflowContent } from '@tocsin/contract/console/workflow.ts'
import { hasTransition } from '../content.ts'

/** Function that takes a workflow and returns a changed copy. */
export type Edit = (workflow: WorkflowContent) => WorkflowContent

export const addState =
  (id: Uuid, name: string): Edit =>
  (workflow) => ({ ...workflow, states: [...workflow.states, { id, name, isFinal: false }] })

export const renameState =
  (id: Uuid, name: string): Edit =>
  (workflow) => ({
    ...workflow,
    states: workflow.states.map((state) => (state.id === id ? { ...state, name } : state)),
  })

/** Makes a state final or not final. The initial state never becomes final, because new incidents must be open. */
export const setFinal =
  (id: Uuid, isFinal: boolean): Edit =>
  (workflow) =>
    id === workflow.initialStateId
      ? workflow
      : { ...workflow, states: workflow.states.map((state) => (state.id === id ? { ...state, isFinal } : state)) }

export const setInitial =
  (id: Uuid): Edit =>
  (workflow) => ({
    ...workflow,
    initialStateId: id,
    states: workflow.states.map((state) => (state.id === id ? { ...state, isFinal: false } : state)),
  })

/** Removes a state and all transitions from and to this state. */
export const removeState =
  (id: Uuid): Edit =>
  ({ initialStateId, states, transitions }) => ({
    initialStateId,
    states: states.filter((state) => state.id !== id),
    transitions: transitions.filter(({ fromStateId, toStateId }) => fromStateId !== id && toStateId !== id),
  })

/**
 * Moves a state to another position in the list of states.
 * @param by number of positions; a negative number moves the state towards the beginning.
 */
export const moveState =
  (id: Uuid, by: number): Edit =>
  (workflow) => {
    const index = workflow.states.findIndex((state) => state.id === id)
    const others = workflow.states.toSpliced(index, 1)
    return { ...workflow, states: others.toSpliced(index + by, 0, workflow.states[index]!) }
  }

export const setTransition =
  (fromStateId: Uuid, toStateId: Uuid, isThere: boolean): Edit =>
  (workflow) => {
    if (fromStateId === toStateId || hasTransition(workflow, fromStateId, toStateId) === isThere) return workflow
    const { transitions } = workflow
    return {
      ...workflow,
      transitions: isThere
        ? [...transitions, { fromStateId, toStateId }]
        : transitions.filter((each) => each.fromStateId !== fromStateId || each.toStateId !== toStateId),
    }
  }

/**
 * Returns the first numbered name that no state has yet. Upper and lower case count as the same.
 * @param nameOf returns the name for a number, from 1.
 */
export function freeName({ states }: WorkflowContent, nameOf: (number: number) => string): string {
  const taken = new Set(states.map(({ name }) => name.toLowerCase()))
  let number = 1
  while (taken.has(nameOf(number).toLowerCase())) number++
  return nameOf(number)
}
