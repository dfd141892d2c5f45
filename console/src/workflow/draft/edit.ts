import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { WorkflowContent } from '@tocsin/contract/console/workflow.ts'
import { hasTransition } from '../content.ts'

/** One change of the workflow; none of them changes what it is given. */
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

/** The initial state stays open: new Incidents are. */
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

/** Takes a state away, with everything that leads to it and from it. */
export const removeState =
  (id: Uuid): Edit =>
  ({ initialStateId, states, transitions }) => ({
    initialStateId,
    states: states.filter((state) => state.id !== id),
    transitions: transitions.filter(({ fromStateId, toStateId }) => fromStateId !== id && toStateId !== id),
  })

/** @param by how many places later it stands; negative for earlier. */
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

/** A name that no other state has. @param nameOf gives the name that goes with a number. */
export function freeName({ states }: WorkflowContent, nameOf: (number: number) => string): string {
  const taken = new Set(states.map(({ name }) => name.toLowerCase()))
  let number = 1
  while (taken.has(nameOf(number).toLowerCase())) number++
  return nameOf(number)
}
