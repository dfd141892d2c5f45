import { expect, test } from 'vitest'
import { expiresAtOf } from './expiry.ts'

const nowMs = new Date(2026, 8, 30, 12).getTime()
const chosen = (lastDay: string) => expiresAtOf({ choice: 'date', lastDay }, nowMs)

test('expiresAtOf returns the current time plus the chosen number of days', () => {
  expect(expiresAtOf({ choice: '30', lastDay: '' }, nowMs)).toBe(new Date(nowMs + 30 * 86_400_000).toISOString())
})

test('expiresAtOf returns null for the choice "never"', () => {
  expect(expiresAtOf({ choice: 'never', lastDay: '2026-10-01' }, nowMs)).toBeNull()
})

test('expiresAtOf returns the end of the chosen last day, which may be today', () => {
  expect(chosen('2026-09-30')).toBe(new Date(2026, 8, 30, 23, 59, 59, 999).toISOString())
})

test.each(['', '2026-09-29', '2026-13-01', '202', '12026-01-01'])(
  'expiresAtOf returns undefined for %j as the last day',
  (lastDay) => {
    expect(chosen(lastDay)).toBeUndefined()
  },
)
