import { afterEach, describe, expect, test, vi } from 'vitest'
import { dayOf, endOf, startOf } from './day.ts'
import { formatInstant } from './format.ts'
import { instantOf, localTextOf } from './local-time.ts'
import { chooseTimeZone } from './time-zone.ts'

afterEach(() => {
  chooseTimeZone(null)
  vi.unstubAllEnvs()
})

test('days and times follow the time zone of the organization', () => {
  chooseTimeZone('Pacific/Auckland')
  expect(startOf('2026-03-01')).toBe('2026-02-28T11:00:00.000Z')
  expect(endOf('2026-07-01')).toBe('2026-07-01T11:59:59.999Z')
  expect(dayOf('2026-02-28T11:00:00.000Z')).toBe('2026-03-01')
  expect(localTextOf('2026-02-28T20:30:00.000Z')).toBe('2026-03-01T09:30')
  expect(instantOf('2026-03-01T09:30')).toBe('2026-02-28T20:30:00.000Z')
  expect(formatInstant('2026-02-28T20:30:00.000Z')).toMatch(/\b0?9:30/)
})

test('a day on which the clocks change begins and ends at midnight', () => {
  chooseTimeZone('Europe/Lisbon')
  expect([startOf('2026-03-29'), endOf('2026-03-29')]).toEqual(['2026-03-29T00:00:00.000Z', '2026-03-29T22:59:59.999Z'])
})

test('a day whose last hour occurs twice ends with the second occurrence of this hour', () => {
  chooseTimeZone('America/Santiago')
  expect(endOf('2026-04-04')).toBe('2026-04-05T03:59:59.999Z')
})

describe('clocks of the browser and of the organization that change in the same night', () => {
  test("instantOf converts a local time that the browser's clocks skip but the organization's clocks show", () => {
    vi.stubEnv('TZ', 'Europe/Helsinki')
    chooseTimeZone('Europe/London')
    expect(instantOf('2026-03-29T02:30')).toBe('2026-03-29T01:30:00.000Z')
  })

  test('instantOf converts a local time that occurs twice for the browser only, or for the organization only', () => {
    vi.stubEnv('TZ', 'Europe/Helsinki')
    chooseTimeZone('Europe/Berlin')
    expect(instantOf('2026-10-25T03:30')).toBe('2026-10-25T02:30:00.000Z')
    expect(instantOf('2026-10-25T02:30')).toBe('2026-10-25T00:30:00.000Z')
  })

  test("a day whose last hour occurs twice ends with the second one, even if the browser's clocks change that night", () => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    chooseTimeZone('America/Scoresbysund')
    expect([startOf('2026-10-24'), endOf('2026-10-24')]).toEqual([
      '2026-10-24T01:00:00.000Z',
      '2026-10-25T01:59:59.999Z',
    ])
  })
})

test('if the browser does not know the chosen time zone, the console uses the time zone of the browser', () => {
  const here = localTextOf('2026-02-28T20:30:00.000Z')
  chooseTimeZone('Europe/Atlantis')
  expect(localTextOf('2026-02-28T20:30:00.000Z')).toBe(here)
})

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

test.each(['0026-03-01T09:30', '0000-01-01T00:00', '2026-03-01', ''])('instantOf returns undefined for %j', (text) => {
  expect(instantOf(text)).toBeUndefined()
})

test('instantOf reads a year of the first millennium', () => {
  chooseTimeZone('UTC')
  expect(instantOf('0926-03-01T09:30')).toBe('0926-03-01T09:30:00.000Z')
})
