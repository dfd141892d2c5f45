import { expect, test } from 'vitest'
import { expiresAtOf } from './expiry.ts'

const nowMs = new Date(2026, 8, 30, 12).getTime()
const chosen = (lastDay: string) => expiresAtOf({ choice: 'date', lastDay }, nowMs)

test('a number of days counts from now', () => {
  expect(expiresAtOf({ choice: '30', lastDay: '' }, nowMs)).toBe(new Date(nowMs + 30 * 86_400_000).toISOString())
})

test('never has no instant', () => {
  expect(expiresAtOf({ choice: 'never', lastDay: '2026-10-01' }, nowMs)).toBeNull()
})

test('a last day counts to its end, including today', () => {
  expect(chosen('2026-09-30')).toBe(new Date(2026, 8, 30, 23, 59, 59, 999).toISOString())
})

test.each(['', '2026-09-29', '2026-13-01', '202', '12026-01-01'])('%j is not a valid last day', (lastDay) => {
  expect(chosen(lastDay)).toBeUndefined()
})
