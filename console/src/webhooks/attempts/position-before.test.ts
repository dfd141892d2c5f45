import { expect, test } from 'vitest'
import { positionBefore } from './position-before.ts'

test.each([
  ['c81e728d-1042', 'c81e728d-1041'],
  ['c81e728d-1', 'c81e728d-0'],
])('the feed position before %s is %s', (position, before) => {
  expect(positionBefore(position)).toBe(before)
})
