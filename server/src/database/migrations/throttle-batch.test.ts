import { expect, test } from 'vitest'
import { pauseMs } from './throttle-batch.ts'

test('after a batch during which other programs wrote, a migration pauses for as long as the batch took', () => {
  expect(pauseMs(40, 500)).toBe(500)
})

test('after a batch during which no other program wrote, a migration does not pause', () => {
  expect(pauseMs(2, 500)).toBe(0)
})
