import { expect, test } from 'vitest'
import { pickCheckedFields } from './malformed-fields.ts'

test.each([['a long text'], [1], [null], [undefined]])(
  'picks no fields of a body that is not an object: %j',
  (body) => {
    expect(pickCheckedFields(body, new Set())).toEqual({})
  },
)

test('replaces malformed fields by null, except coordinates', () => {
  const body = { name: 1, latitude: 'x', typeId: 'kept' }

  expect(pickCheckedFields(body, new Set(['name', 'latitude']))).toEqual({ name: null, latitude: 'x', typeId: 'kept' })
})

test('omits unknown fields', () => {
  expect(pickCheckedFields({ name: 'kept', toString: 'x', unknown: 1 }, new Set(['unknown']))).toEqual({ name: 'kept' })
})
