import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dayOf } from '../../texts/day.ts'
import { chooseTimeZone } from '../../texts/time-zone.ts'
import { firstInstant, readPeriodStart } from './period.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 2, 3, 15, 30) }))
afterEach(() => {
  vi.useRealTimers()
  chooseTimeZone(null)
})

test.each([
  ['today', '2026-03-03'],
  ['last7Days', '2026-02-25'],
  ['last30Days', '2026-02-02'],
] as const)('the first instant of the period %s is the first instant of the day %s', (period, day) => {
  const start = firstInstant(period)
  expect(dayOf(start)).toBe(day)
  expect(dayOf(Date.parse(start) - 1)).not.toBe(day)
})

test("the period “last 7 days” has days of the organization's time zone, even across a change of the clocks", () => {
  chooseTimeZone('America/New_York')
  vi.setSystemTime('2026-11-02T04:30:00.000Z')
  expect(firstInstant('last7Days')).toBe('2026-10-26T04:00:00.000Z')
})

test('readPeriodStart accepts an instant or the name of a recent period, and rejects any other text', () => {
  const instant = '2026-03-01T08:30:00.000Z'
  expect(firstInstant(readPeriodStart(instant)!)).toBe(instant)
  expect(readPeriodStart('last7Days')).toBe('last7Days')
  expect(readPeriodStart('last8Days')).toBeUndefined()
  expect(readPeriodStart('toString')).toBeUndefined()
})
