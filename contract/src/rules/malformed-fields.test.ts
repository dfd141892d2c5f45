import { expect, test } from 'vitest'
import { judgedPart } from './malformed-fields.ts'

test.each([['a long text'], [1], [null], [undefined]])('a body that is no object has no fields: %j', (body) => {
  expect(judgedPart(body, new Set())).toEqual({})
})

test('a malformed field counts as null, except for coordinates', () => {
  const body = { name: 1, latitude: 'x', typeId: 'kept' }

  expect(judgedPart(body, new Set(['name', 'latitude']))).toEqual({ name: null, latitude: 'x', typeId: 'kept' })
})

test('unknown fields are left out', () => {
  expect(judgedPart({ name: 'kept', toString: 'x', unknown: 1 }, new Set(['unknown']))).toEqual({ name: 'kept' })
})
