import { expect, test } from 'vitest'
import { pauseMs } from './throttle-batch.ts'

test('a migration pauses after a batch during which other programs wrote, for as long as the batch took', () => {
  expect(pauseMs(40, 500)).toBe(500)
})

test('a migration without other writers does not pause', () => {
  expect(pauseMs(2, 500)).toBe(0)
})
