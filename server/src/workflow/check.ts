import type { Violation } from '@tocsin/contract/problem.ts'
import type { ChangeWorkflow } from '@tocsin/contract/workflow.ts'
import { violationAt } from '../problem.ts'

/** Finds what the parts of a workflow say against each other, in body order; its ids are in lower case, its names trimmed. */
export function checkWorkflow({ states, transitions, initialStateId }: ChangeWorkflow): Violation[] {
  const known = new Set(states.map(({ id }) => id))
  const initial = states.find(({ id }) => id === initialStateId)
  const unknown = (pointer: string, id: string) => (known.has(id) ? [] : [violationAt(pointer, 'unknown_state')])
  return [
    ...(initial ? [] : [violationAt('/initialStateId', 'unknown_state')]),
    ...(initial?.isFinal
      ? [violationAt('/initialStateId', 'not_allowed_value', `"${initial.name}" is final; new Incidents are open.`)]
      : []),
    ...repeated(states.map(({ id }) => id)).map((index) => violationAt(`/states/${index}/id`, 'not_unique')),
    ...repeated(states.map(({ name }) => name.toLowerCase())).map((index) =>
      violationAt(`/states/${index}/name`, 'not_unique', 'Another state has this name.'),
    ),
    ...transitions.flatMap(({ fromStateId, toStateId }, index) => [
      ...unknown(`/transitions/${index}/fromStateId`, fromStateId),
      ...unknown(`/transitions/${index}/toStateId`, toStateId),
      ...(fromStateId === toStateId
        ? [violationAt(`/transitions/${index}`, 'not_allowed_value', 'A transition must lead to another state.')]
        : []),
    ]),
    ...repeated(transitions.map(({ fromStateId, toStateId }) => `${fromStateId}/${toStateId}`)).map((index) =>
      violationAt(`/transitions/${index}`, 'not_unique'),
    ),
  ]
}

/** Where a value stands that stood before. */
const repeated = (values: string[]): number[] =>
  values.flatMap((value, index) => (values.indexOf(value) < index ? [index] : []))
