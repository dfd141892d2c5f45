import { afterEach, expect, test, vi } from 'vitest'
import { recallRecent } from './recent-incidents.ts'

afterEach(() => void vi.unstubAllGlobals())

const id = '0199a3c1-2d3e-7f4a-9b5c-6d7e8f9a0b12'
const incident = { id, number: 7, name: null }

test.each([
  [[incident], [incident]],
  [[incident, null, 'x', { id }, { ...incident, id: 'x' }, { ...incident, name: {} }], [incident]],
  [{}, []],
  ['x', []],
])('if the browser stores %j, recallRecent returns the incidents %j', (stored, recent) => {
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(stored) })
  expect(recallRecent(id)).toEqual(recent)
})
