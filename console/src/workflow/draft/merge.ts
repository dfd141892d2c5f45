import type { WorkflowContent } from '@tocsin/contract/console/workflow.ts'
import { mergeEntries, mergeValue } from '../../merge/three-way.ts'
import { keyOf, keysOf, type State } from '../content.ts'

/**
 * Merges two users' versions of one workflow. Changes that only one user made are kept. If both users changed the same
 * property, the value of `mine` wins. A state that either user removed is dropped.
 * @param base workflow before the changes of both users.
 */
export function mergeWorkflows(base: WorkflowContent, mine: WorkflowContent, theirs: WorkflowContent): WorkflowContent {
  const states = mergeEntries(base.states, mine.states, theirs.states, { merge: mergeState })
  const ids = new Set(states.map(({ id }) => id))
  const preferred = mergeValue(base.initialStateId, mine.initialStateId, theirs.initialStateId)
  const candidates = [preferred, theirs.initialStateId, mine.initialStateId, ...ids]
  // The id is empty only if the two users together removed all states.
  const initialStateId = candidates.find((id) => ids.has(id)) ?? ''
  const transitions = mergeTransitions(base, mine, theirs)
  return {
    initialStateId,
    states: states.map((state) => (state.id === initialStateId ? { ...state, isFinal: false } : state)),
    transitions: transitions.filter(({ fromStateId, toStateId }) => ids.has(fromStateId) && ids.has(toStateId)),
  }
}

const mergeState = (original: State | undefined, myState: State, theirState: State): State => ({
  id: myState.id,
  name: mergeValue(original?.name, myState.name, theirState.name),
  isFinal: mergeValue(original?.isFinal, myState.isFinal, theirState.isFinal),
})

function mergeTransitions(base: WorkflowContent, mine: WorkflowContent, theirs: WorkflowContent) {
  const [baseKeys, myKeys, theirKeys] = [keysOf(base), keysOf(mine), keysOf(theirs)]
  return [
    // Keep the transitions of `mine` that `theirs` has not removed, then add the transitions that only `theirs` has
    // added.
    ...mine.transitions.filter((each) => theirKeys.has(keyOf(each)) || !baseKeys.has(keyOf(each))),
    ...theirs.transitions.filter((each) => !baseKeys.has(keyOf(each)) && !myKeys.has(keyOf(each))),
  ]
}
