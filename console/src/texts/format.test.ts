import { describe, expect, test } from 'vitest'
import { formatAge, formatFileSize, formatTimeIn } from './format.ts'
import { plural } from './plural.ts'

describe('formatAge', () => {
  const now = Date.parse('2026-03-01T12:00:00.000Z')
  test.each([
    ['2026-03-01T11:59:30.000Z', 'now'],
    ['2026-03-01T11:58:30.000Z', '1 minute ago'],
    ['2026-03-01T09:00:00.000Z', '3 hours ago'],
    ['2026-02-28T12:00:00.000Z', '1 day ago'],
    ['2026-02-27T20:00:00.000Z', '1 day ago'],
    ['2026-02-20T12:00:00.000Z', '1 week ago'],
    ['2026-02-15T12:00:00.000Z', '2 weeks ago'],
    ['2024-02-15T12:00:00.000Z', '2 years ago'],
    ['2026-03-04T12:00:00.000Z', 'in 3 days'],
  ])('formatAge formats the time since or until %s as “%s”', (instant, text) => {
    expect(formatAge(instant, now)).toBe(text)
  })
})

test('formatTimeIn formats the time of day in a time zone, and returns undefined for an unknown zone', () => {
  const atMs = Date.parse('2026-03-01T12:00:00.000Z')
  expect(formatTimeIn('Pacific/Auckland', atMs)).toMatch(/^0?1:00/)
  expect(formatTimeIn('Europe/Atlantis', atMs)).toBeUndefined()
})

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_400_000, '1.4 MB'],
  [26_214_400, '26.2 MB'],
])('formatFileSize formats %i bytes as “%s”', (sizeBytes, text) => {
  expect(formatFileSize(sizeBytes)).toBe(text)
})

test('plural chooses the form for the number and inserts the number with grouped digits', () => {
  const forms = { one: '# incident', other: '# incidents' }
  expect([1, 2, 1_200].map((count) => plural(count, forms))).toEqual(['1 incident', '2 incidents', '1,200 incidents'])
})
