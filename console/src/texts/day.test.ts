import { expect, test } from 'vitest'
import { dayOf, endOf, startOf } from './day.ts'

test("startOf and endOf return the first and last instant of a day in the browser's time zone", () => {
  const [start, end] = [startOf('2026-03-01')!, endOf('2026-03-01')!]
  expect(dayOf(new Date(2026, 2, 1, 12).getTime())).toBe('2026-03-01')
  expect(start).toBe(new Date(2026, 2, 1).toISOString())
  expect(dayOf(start)).toBe('2026-03-01')
  expect(dayOf(end)).toBe('2026-03-01')
  expect(Date.parse(end) + 1).toBe(Date.parse(startOf('2026-03-02')!))
})

test.each(['', '2026', '202-03-01', '2026-02-30', '2026-13-01', '12026-03-01', '275761-01-01'])(
  'startOf and endOf return undefined for %j, which is no valid day',
  (day) => {
    expect(startOf(day)).toBeUndefined()
    expect(endOf(day)).toBeUndefined()
  },
)
