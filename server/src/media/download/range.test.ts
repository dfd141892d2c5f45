import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRange } from './range.ts'

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['Bytes = 10 - 19', { start: 10, end: 19 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
])('reads the header "Range: %s" as a range inside a file of 100 bytes', (header, range) => {
  expect(readRange(header, 100)).toEqual(range)
})

test.each([
  undefined,
  '',
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes=5-4',
  'bytes=a-b',
  'items=0-1',
  'bytes=0-1,5-6',
  'bytes=1.5-2',
])('returns no range, which means the whole file, if the value of the header Range is %j', (header) => {
  expect(readRange(header, 100)).toBeUndefined()
})

test.each(['bytes=100-', 'bytes=100-200', 'bytes=-0', 'bytes=99999999999999999999-'])(
  'reports that the range %s of a file of 100 bytes is unsatisfiable',
  (header) => {
    expect(readRange(header, 100)).toBe('unsatisfiable')
  },
)

test.each(['bytes=0-', 'bytes=-1', 'bytes=0-0'])(
  'reports that the range %s of an empty file is unsatisfiable',
  (header) => {
    expect(readRange(header, 0)).toBe('unsatisfiable')
  },
)

test('returns only byte ranges that lie inside the file', () => {
  const bound = fc.option(fc.nat(2000), { nil: '' as const })
  fc.assert(
    fc.property(bound, bound, fc.nat(1000), (first, last, sizeBytes) => {
      const range = readRange(`bytes=${first}-${last}`, sizeBytes)
      if (typeof range !== 'object') return
      expect(range.start).toBeGreaterThanOrEqual(0)
      expect(range.end).toBeGreaterThanOrEqual(range.start)
      expect(range.end).toBeLessThan(sizeBytes)
    }),
  )
})
