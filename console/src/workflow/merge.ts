import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { WorkflowContent } from '@tocsin/contract/workflow.ts'
import { keyOf, type State } from './content.ts'

/**
 * Brings together what two people made of one workflow: what only one of them changed is as they made it, and where both
 * changed the same, mine holds. What either removed is gone.
 */
export function mergeWorkflows(base: WorkflowContent, mine: WorkflowContent, theirs: WorkflowContent): WorkflowContent {
  const states = mergeStates(base, mine, theirs)
  const ids = new Set(states.map(({ id }) => id))
  const preferred = mine.initialStateId === base.initialStateId ? theirs.initialStateId : mine.initialStateId
  const candidates = [preferred, theirs.initialStateId, mine.initialStateId, ...ids]
  // None only where the two of them removed everything.
  const initialStateId = candidates.find((id) => ids.has(id)) ?? ''
  const [before, after] = [new Set(base.transitions.map(keyOf)), new Set(theirs.transitions.map(keyOf))]
  const mineToo = new Set(mine.transitions.map(keyOf))
  const transitions = [
    // Kept by both, or added by me.
    ...mine.transitions.filter((each) => after.has(keyOf(each)) || !before.has(keyOf(each))),
    ...theirs.transitions.filter((each) => !before.has(keyOf(each)) && !mineToo.has(keyOf(each))),
  ]
  return {
    initialStateId,
    states: states.map((state) => (state.id === initialStateId ? { ...state, isFinal: false } : state)),
    transitions: transitions.filter(({ fromStateId, toStateId }) => ids.has(fromStateId) && ids.has(toStateId)),
  }
}

/** In the order of whoever moved any, in mine where both did; what the other added stands at the end. */
function mergeStates(base: WorkflowContent, mine: WorkflowContent, theirs: WorkflowContent): State[] {
  const [before, here, there] = [base, mine, theirs].map(({ states }) => new Map(states.map((each) => [each.id, each])))
  const isKept = (id: Uuid) => (here!.has(id) && there!.has(id)) || !before!.has(id)
  const haveIMoved = orderOf(mine, before!) !== orderOf(base, here!)
  const haveTheyMoved = orderOf(theirs, before!) !== orderOf(base, there!)
  const isMineUntouched = orderOf(mine, here!) === orderOf(base, before!)
  const [first, second] = !haveIMoved && (haveTheyMoved || isMineUntouched) ? [theirs, mine] : [mine, theirs]
  const ids = [...new Set([...first.states, ...second.states].map(({ id }) => id))].filter(isKept)
  return ids.map((id) => mergeState(before!.get(id), here!.get(id), there!.get(id)))
}

/** The order of those that are in the other, too. */
const orderOf = ({ states }: WorkflowContent, among: ReadonlyMap<Uuid, State>): string =>
  states.flatMap(({ id }) => (among.has(id) ? [id] : [])).join()

function mergeState(before: State | undefined, here: State | undefined, there: State | undefined): State {
  if (!here || !there) return (here ?? there)!
  return {
    id: here.id,
    name: here.name === before?.name ? there.name : here.name,
    isFinal: here.isFinal === before?.isFinal ? there.isFinal : here.isFinal,
  }
}
