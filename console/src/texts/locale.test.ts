import { expect, test } from 'vitest'
import { localeOf } from './locale.ts'

test.each([
  { names: ['de-DE', 'en-AU', 'en-US'], chosen: 'en-AU' },
  { names: ['de-DE', 'en'], chosen: 'en-GB' },
  { names: ['en-US@posix', 'C'], chosen: 'en-GB' },
  { names: [], chosen: 'en-GB' },
])('a browser with the languages $names gets the locale $chosen', ({ names, chosen }) => {
  expect(localeOf(names)).toBe(chosen)
})
