import { expect, test } from 'vitest'
import { retriesEndAfterMs, retryDelayMs } from './retry-delay.ts'

const secondsAfter = (attempts: number, retryAfterMs?: number) => retryDelayMs(attempts, retryAfterMs, 1) / 1000

test('the delay before the next attempt rises from 5 seconds to 8 hours', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 50].map((attempts) => secondsAfter(attempts))).toEqual([
    5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800, 28_800,
  ])
})

test('the delay before the next attempt is randomly shortened by up to a tenth', () => {
  expect(retryDelayMs(1, 0, 0)).toBe(4_500)
})

test('the delay before the next attempt is at least as long as the receiver asks for, up to 8 hours', () => {
  expect(secondsAfter(1, 60_000)).toBe(60)
  expect(secondsAfter(9, 60_000)).toBe(28_800)
  expect(secondsAfter(1, 10 * 86_400_000)).toBe(28_800)
})

test('an event is tried at least 15 times in the 3 days before its endpoint is paused', () => {
  let passedMs = 0
  let attempts = 1
  while (passedMs < retriesEndAfterMs) passedMs += retryDelayMs(attempts++, 0, 1)
  expect(attempts).toBeGreaterThanOrEqual(15)
})
