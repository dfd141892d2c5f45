import { expect, test } from 'vitest'
import { progressOf } from './progress.ts'

const state = (id: string, { isInitial = false, isFinal = false } = {}) => ({ id, isInitial, isFinal })

test('progressOf spaces the states between the initial state and the final states evenly, in the order of the workflow', () => {
  const states = [
    state('open', { isInitial: true }),
    state('started'),
    state('waiting'),
    state('resolved'),
    state('closed', { isFinal: true }),
    state('rejected', { isFinal: true }),
  ]
  expect([...progressOf(states).entries()]).toEqual([
    ['open', 0],
    ['started', 0.25],
    ['waiting', 0.5],
    ['resolved', 0.75],
    ['closed', 1],
    ['rejected', 1],
  ])
})
