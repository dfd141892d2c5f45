import type { WorkflowContent } from '@tocsin/contract/workflow.ts'
import { workflowTexts } from '../texts/workflow.ts'
import { keyOf } from './content.ts'

const texts = workflowTexts.conflict

/** What somebody changed from one workflow to another, a sentence each. */
export function describeChanges(before: WorkflowContent, after: WorkflowContent): string[] {
  const [old, now] = [before, after].map(({ states }) => new Map(states.map((state) => [state.id, state])))
  const nameOf = (id: string) => (now!.get(id) ?? old!.get(id))?.name ?? ''
  const [was, is] = [before, after].map(({ transitions }) => new Set(transitions.map(keyOf)))
  const kept = after.states.filter(({ id }) => old!.has(id))
  const order = ({ states }: WorkflowContent) =>
    states.flatMap(({ id }) => (old!.has(id) && now!.has(id) ? [id] : [])).join()
  return [
    ...after.states.filter(({ id }) => !old!.has(id)).map(({ name }) => texts.added(name)),
    ...before.states.filter(({ id }) => !now!.has(id)).map(({ name }) => texts.removed(name)),
    ...kept.flatMap(({ id, name, isFinal }) => {
      const earlier = old!.get(id)!
      return [
        ...(earlier.name === name ? [] : [texts.renamed(earlier.name, name)]),
        ...(earlier.isFinal === isFinal ? [] : [isFinal ? texts.madeFinal(name) : texts.madeOpen(name)]),
      ]
    }),
    ...(before.initialStateId === after.initialStateId ? [] : [texts.initial(nameOf(after.initialStateId))]),
    ...after.transitions
      .filter((each) => !was!.has(keyOf(each)))
      .map((each) => texts.connected(nameOf(each.fromStateId), nameOf(each.toStateId))),
    // With a state go its transitions, unsaid.
    ...before.transitions
      .filter((each) => !is!.has(keyOf(each)) && now!.has(each.fromStateId) && now!.has(each.toStateId))
      .map((each) => texts.disconnected(nameOf(each.fromStateId), nameOf(each.toStateId))),
    ...(order(before) === order(after) ? [] : [texts.reordered]),
  ]
}
