import type { WorkflowContent } from '@tocsin/contract/console/workflow.ts'
import { isSameOrder } from '../../merge/three-way.ts'
import { workflowTexts } from '../../texts/workflow.ts'
import { keyOf, keysOf } from '../content.ts'

const texts = workflowTexts.conflict

/** Describes the differences between two workflows, with one sentence for each difference. */
export function describeChanges(before: WorkflowContent, after: WorkflowContent): string[] {
  const old = statesById(before)
  const now = statesById(after)
  const nameOf = (id: string) => (now.get(id) ?? old.get(id))?.name ?? ''
  const was = keysOf(before)
  const is = keysOf(after)
  return [
    ...after.states.filter(({ id }) => !old.has(id)).map(({ name }) => texts.added(name)),
    ...before.states.filter(({ id }) => !now.has(id)).map(({ name }) => texts.removed(name)),
    ...after.states.flatMap(({ id, name, isFinal }) => {
      const earlier = old.get(id)
      if (!earlier) return []
      return [
        ...(earlier.name === name ? [] : [texts.renamed(earlier.name, name)]),
        ...(earlier.isFinal === isFinal ? [] : [isFinal ? texts.madeFinal(name) : texts.madeOpen(name)]),
      ]
    }),
    ...(before.initialStateId === after.initialStateId ? [] : [texts.initial(nameOf(after.initialStateId))]),
    ...after.transitions
      .filter((each) => !was.has(keyOf(each)))
      .map((each) => texts.connected(nameOf(each.fromStateId), nameOf(each.toStateId))),
    // Skip transitions from and to removed states, because each removed state has its own sentence.
    ...before.transitions
      .filter((each) => !is.has(keyOf(each)) && now.has(each.fromStateId) && now.has(each.toStateId))
      .map((each) => texts.disconnected(nameOf(each.fromStateId), nameOf(each.toStateId))),
    ...(isSameOrder(before.states, after.states) ? [] : [texts.reordered]),
  ]
}

const statesById = ({ states }: WorkflowContent) => new Map(states.map((state) => [state.id, state]))
