import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { WorkflowContent } from '@tocsin/contract/console/workflow.ts'
import { hasTransition } from '../content.ts'

/** An edit returns a changed copy of the workflow. */
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

/** Sets whether a state is final. The initial state cannot be final, since new incidents are open. */
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

/** Removes a state with its transitions. */
export const removeState =
  (id: Uuid): Edit =>
  ({ initialStateId, states, transitions }) => ({
    initialStateId,
    states: states.filter((state) => state.id !== id),
    transitions: transitions.filter(({ fromStateId, toStateId }) => fromStateId !== id && toStateId !== id),
  })

/** Moves a state in the order. @param by number of places; negative for earlier. */
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

/** Returns an unused state name. @param nameOf returns the name for a number. */
export function freeName({ states }: WorkflowContent, nameOf: (number: number) => string): string {
  const taken = new Set(states.map(({ name }) => name.toLowerCase()))
  let number = 1
  while (taken.has(nameOf(number).toLowerCase())) number++
  return nameOf(number)
}
