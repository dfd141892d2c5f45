import fc from 'fast-check'
import type { WorkflowContent } from '@tocsin/contract/console/workflow.ts'
import { describe, expect, test } from 'vitest'
import { describeChanges } from './describe-changes.ts'
import {
  addState,
  moveState,
  removeState,
  renameState,
  setFinal,
  setInitial,
  setTransition,
  type Edit,
} from './edit.ts'
import { isSameWorkflow, keyOf } from '../content.ts'
import { mergeWorkflows } from './merge.ts'

const base: WorkflowContent = {
  initialStateId: 'open',
  states: [
    { id: 'open', name: 'Open', isFinal: false },
    { id: 'doing', name: 'In progress', isFinal: false },
    { id: 'closed', name: 'Closed', isFinal: true },
  ],
  transitions: [
    { fromStateId: 'open', toStateId: 'doing' },
    { fromStateId: 'doing', toStateId: 'closed' },
  ],
}
const make = (...edits: Edit[]) => edits.reduce((workflow, edit) => edit(workflow), base)

const ids = fc.constantFrom('open', 'doing', 'closed', 'new', 'other')
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(fc.constantFrom('new', 'other'), fc.string({ minLength: 1 })).map(([id, name]) => addOnce(id, name)),
  fc.tuple(ids, fc.string({ minLength: 1 })).map(([id, name]) => renameState(id, name)),
  fc.tuple(ids, fc.boolean()).map(([id, isFinal]) => setFinal(id, isFinal)),
  ids.map((id) => ifThere(id, setInitial(id))),
  ids.map(
    (id): Edit =>
      (workflow) =>
        workflow.initialStateId === id ? workflow : removeState(id)(workflow),
  ),
  fc.tuple(ids, fc.integer({ min: -2, max: 2 })).map(([id, by]) => ifThere(id, moveState(id, by))),
  fc
    .tuple(ids, ids, fc.boolean())
    .map(([from, to, isThere]) => ifThere(from, ifThere(to, setTransition(from, to, isThere)))),
)
const ifThere =
  (id: string, then: Edit): Edit =>
  (workflow) =>
    workflow.states.some((state) => state.id === id) ? then(workflow) : workflow
const addOnce =
  (id: string, name: string): Edit =>
  (workflow) =>
    workflow.states.some((state) => state.id === id) ? workflow : addState(id, name)(workflow)
const edited = fc.array(edit, { maxLength: 6 }).map((edits) => make(...edits))

describe('mergeWorkflows', () => {
  test('mergeWorkflows keeps changes that two users made to different states and transitions', () => {
    const mine = make(renameState('doing', 'Being worked on'), setTransition('open', 'closed', true))
    const theirs = make(addState('waiting', 'Waiting'), setTransition('doing', 'waiting', true))
    const merged = mergeWorkflows(base, mine, theirs)
    expect(merged.states.map(({ name }) => name)).toEqual(['Open', 'Being worked on', 'Closed', 'Waiting'])
    expect(merged.transitions.map(keyOf).toSorted()).toEqual([
      'doing/closed',
      'doing/waiting',
      'open/closed',
      'open/doing',
    ])
  })

  test('if both users renamed a state, mergeWorkflows uses the name from the saving user', () => {
    const merged = mergeWorkflows(base, make(renameState('doing', 'Mine')), make(renameState('doing', 'Theirs')))
    expect(merged.states[1]!.name).toBe('Mine')
  })

  test('mergeWorkflows drops a state that one user removed, together with its transitions', () => {
    const merged = mergeWorkflows(base, make(setTransition('closed', 'open', true)), make(removeState('closed')))
    expect(merged.states.map(({ id }) => id)).toEqual(['open', 'doing'])
    expect(merged.transitions.map(keyOf)).toEqual(['open/doing'])
  })

  test('mergeWorkflows returns the changed workflow if only one user changed the workflow', () => {
    fc.assert(
      fc.property(edited, (workflow) => {
        expect(isSameWorkflow(mergeWorkflows(base, workflow, base), workflow)).toBe(true)
        expect(isSameWorkflow(mergeWorkflows(base, base, workflow), workflow)).toBe(true)
      }),
    )
  })

  test('mergeWorkflows never returns duplicate states, dangling transitions or a final initial state', () => {
    fc.assert(
      fc.property(edited, edited, (mine, theirs) => {
        const { states, transitions, initialStateId } = mergeWorkflows(base, mine, theirs)
        const known = new Set(states.map(({ id }) => id))
        expect(known.size).toBe(states.length)
        expect(new Set(transitions.map(keyOf)).size).toBe(transitions.length)
        expect(transitions.every(({ fromStateId, toStateId }) => known.has(fromStateId) && known.has(toStateId))).toBe(
          true,
        )
        expect(states.length === 0 || states.find(({ id }) => id === initialStateId)?.isFinal === false).toBe(true)
      }),
    )
  })
})

describe('describeChanges', () => {
  test('describeChanges returns one sentence for each change of a workflow', () => {
    const theirs = make(
      removeState('closed'),
      addState('done', 'Done'),
      setFinal('done', true),
      renameState('doing', 'Working'),
      setTransition('doing', 'done', true),
      setTransition('open', 'doing', false),
    )
    expect(describeChanges(base, theirs)).toEqual([
      'Added “Done”.',
      'Removed “Closed”.',
      'Renamed “In progress” to “Working”.',
      '“Done” may follow “Working”.',
      '“Working” may no longer follow “Open”.',
    ])
  })

  test('describeChanges returns no sentences if, and only if, the two workflows are equal', () => {
    fc.assert(
      fc.property(edited, edited, (one, other) => {
        expect(describeChanges(one, other).length === 0).toBe(isSameWorkflow(one, other))
      }),
    )
  })
})
