import { expect, test } from 'vitest'
import { listSeparatorOf } from './list-separator.ts'

test.each([
  ['en-GB', 'comma'],
  ['en-US', 'comma'],
  ['de-DE', 'semicolon'],
  ['de-CH', 'comma'],
  ['fr', 'semicolon'],
  ['ja', 'comma'],
])('for a browser in the language %s, the separator between the cells of a CSV file is a %s', (language, separator) => {
  expect(listSeparatorOf(language)).toBe(separator)
})
