import type { Violation } from '@tocsin/contract/api/problem.ts'
import type { ChangeWorkflow } from '@tocsin/contract/console/workflow.ts'
import { violationAt } from '../problem.ts'

/**
 * Checks that a workflow is consistent, for example that ids and names are unique and transitions refer to existing
 * states.
 * @param workflow workflow with ids in lower case and trimmed names.
 * @returns all violations, in the order of the request body.
 */
export const checkWorkflow = (workflow: ChangeWorkflow): Violation[] => [
  ...checkInitialState(workflow),
  ...checkStates(workflow),
  ...checkTransitions(workflow),
]

function checkInitialState({ states, initialStateId }: ChangeWorkflow): Violation[] {
  const initial = states.find(({ id }) => id === initialStateId)
  if (!initial) return [violationAt('/initialStateId', 'unknown_state')]
  if (!initial.isFinal) return []
  return [violationAt('/initialStateId', 'not_allowed_value', `"${initial.name}" is final; new incidents are open.`)]
}

const checkStates = ({ states }: ChangeWorkflow): Violation[] => [
  ...repeated(states.map(({ id }) => id)).map((index) => violationAt(`/states/${index}/id`, 'not_unique')),
  ...repeated(states.map(({ name }) => name.toLowerCase())).map((index) =>
    violationAt(`/states/${index}/name`, 'not_unique', 'Another state has this name.'),
  ),
]

function checkTransitions({ states, transitions }: ChangeWorkflow): Violation[] {
  const known = new Set(states.map(({ id }) => id))
  const violations: Violation[] = []
  for (const [index, { fromStateId, toStateId }] of transitions.entries()) {
    const pointer = `/transitions/${index}`
    if (!known.has(fromStateId)) violations.push(violationAt(`${pointer}/fromStateId`, 'unknown_state'))
    if (!known.has(toStateId)) violations.push(violationAt(`${pointer}/toStateId`, 'unknown_state'))
    if (fromStateId === toStateId) {
      violations.push(violationAt(pointer, 'not_allowed_value', 'A transition must lead to another state.'))
    }
  }
  const keys = transitions.map(({ fromStateId, toStateId }) => `${fromStateId}/${toStateId}`)
  return [...violations, ...repeated(keys).map((index) => violationAt(`/transitions/${index}`, 'not_unique'))]
}

/** Returns the indexes of values that also occur at a lower index. */
function repeated(values: string[]): number[] {
  const seen = new Set<string>()
  return values.flatMap((value, index) => {
    if (seen.has(value)) return [index]
    seen.add(value)
    return []
  })
}
