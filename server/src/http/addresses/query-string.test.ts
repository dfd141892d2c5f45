import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseQueryString } from './query-string.ts'

const values = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 })

test.each([
  ['with brackets', (_index: number) => 'tags[]'],
  ['with an index', (index: number) => `tags[${index}]`],
  ['without brackets', (_index: number) => 'tags'],
])('reads all values of a parameter that is repeated %s', (_case, nameOf) => {
  fc.assert(
    fc.property(values, (texts) => {
      const query = new URLSearchParams(texts.map((text, index): [string, string] => [nameOf(index), text]))
      expect([parseQueryString(String(query)).tags].flat()).toEqual(texts)
    }),
  )
})

test('leaves a parameter name unchanged if its brackets do not mark a repeated parameter', () => {
  expect(Object.keys(parseQueryString('a[b]=1&a[0][1]=1&[]=1&a[=1&a[-1]=1'))).toEqual([
    'a[b]',
    'a[0][1]',
    '[]',
    'a[',
    'a[-1]',
  ])
})

test('returns the query parameters as an object without a prototype', () => {
  expect(Object.getPrototypeOf(parseQueryString('a[]=1'))).toBeNull()
  expect({ ...parseQueryString('__proto__[]=1') }).toHaveProperty(['__proto__'], '1')
})
