import { expect, test } from 'vitest'
import { creationFields, pickCheckedFields } from './malformed-fields.ts'

test.each([['a long text'], [1], [null], [undefined]])(
  'picks no fields from the request body %j, which is not an object',
  (body) => {
    expect(pickCheckedFields(body, creationFields, new Set())).toEqual({})
  },
)

test('replaces malformed values by null, but leaves a malformed latitude unchanged', () => {
  const body = { name: 1, latitude: 'x', typeId: 'kept' }

  expect(pickCheckedFields(body, creationFields, new Set(['name', 'latitude']))).toEqual({
    name: null,
    latitude: 'x',
    typeId: 'kept',
  })
})

test('pickCheckedFields omits unknown fields of a request body', () => {
  expect(pickCheckedFields({ name: 'kept', toString: 'x', unknown: 1 }, creationFields, new Set(['unknown']))).toEqual({
    name: 'kept',
  })
})
