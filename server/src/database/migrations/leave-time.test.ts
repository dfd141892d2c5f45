import { expect, test } from 'vitest'
import { restMs } from './leave-time.ts'

test('a migration rests as long as a batch took during which other programs wrote', () => {
  expect(restMs(40, 500)).toBe(500)
})

test('a migration without other writers does not rest', () => {
  expect(restMs(2, 500)).toBe(0)
})
