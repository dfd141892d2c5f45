import { expect, test } from 'vitest'
import { dayOf, endOf, startOf } from './day.ts'

test('a day is that of the reader, from its first instant to its last', () => {
  expect(dayOf(new Date(2026, 2, 1, 12).getTime())).toBe('2026-03-01')
  expect(startOf('2026-03-01')).toBe(new Date(2026, 2, 1).toISOString())
  expect(dayOf(startOf('2026-03-01'))).toBe('2026-03-01')
  expect(dayOf(endOf('2026-03-01'))).toBe('2026-03-01')
  expect(Date.parse(endOf('2026-03-01')) + 1).toBe(Date.parse(startOf('2026-03-02')))
})
