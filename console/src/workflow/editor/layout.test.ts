import fc from 'fast-check'
import type { WorkflowContent } from '@tocsin/contract/console/workflow.ts'
import { describe, expect, test } from 'vitest'
import { layOut, reachableStates } from './layout.ts'

/**
 * Builds a workflow.
 * @param transitions transitions such as `'a>b b>c'`.
 * @param ids ids of the states, one character each. The first state is the initial state.
 */
function draw(transitions: string, ids: string): WorkflowContent {
  const states = [...ids].map((id) => ({ id, name: id, isFinal: false }))
  return {
    initialStateId: states[0]!.id,
    states,
    transitions: transitions.split(' ').flatMap((text) => {
      const [fromStateId, toStateId] = text.split('>')
      return fromStateId && toStateId ? [{ fromStateId, toStateId }] : []
    }),
  }
}

const layersOf = (workflow: WorkflowContent) => Object.fromEntries(layOut(workflow).layers)

describe('layers of the picture', () => {
  test('layers follow the transitions from the initial state and ignore transitions that lead back', () => {
    const usual = draw('o>p o>r o>c p>o p>r p>c r>p r>c c>o', 'oprc')
    expect(layersOf(usual)).toEqual({ o: 0, p: 1, r: 2, c: 3 })
  })

  test('layers do not depend on the order of the states if the transitions determine the layers', () => {
    expect(layersOf(draw('o>p o>c p>c', 'ocp'))).toEqual({ o: 0, p: 1, c: 2 })
  })

  test('two states that can follow the same state are in the same layer', () => {
    const { positions } = layOut(draw('a>b a>c b>d c>d', 'abcd'))
    expect(positions.get('b')!.y).toBe(positions.get('c')!.y)
    expect(positions.get('b')!.x).toBeLessThan(positions.get('c')!.x)
    expect(positions.get('a')!.x).toBe(positions.get('d')!.x)
  })

  test('the initial state is in the top layer even if another state leads to it', () => {
    expect(layersOf(draw('b>a a>c', 'abc'))).toEqual({ a: 0, b: 0, c: 1 })
  })
})

test('reachableStates leaves out states that no path from the initial state leads to', () => {
  expect([...reachableStates(draw('b>a a>c c>a', 'abcd'))]).toEqual(['a', 'c'])
})

test('layOut never gives two states the same position', () => {
  const pair = fc.tuple(fc.constantFrom(...'abcdefgh'), fc.constantFrom(...'abcdefgh'))
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 30 }), (pairs) => {
      const text = pairs
        .filter(([from, to]) => from !== to)
        .map((each) => each.join('>'))
        .join(' ')
      const places = [...layOut(draw(text, 'abcdefgh')).positions.values()].map(({ x, y }) => `${x} ${y}`)
      expect(new Set(places).size).toBe(8)
    }),
  )
})
