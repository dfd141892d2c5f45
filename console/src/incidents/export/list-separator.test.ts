import { expect, test } from 'vitest'
import { listSeparatorOf } from './list-separator.ts'

test.each([
  ['en-GB', 'comma'],
  ['en-US', 'comma'],
  ['de-DE', 'semicolon'],
  ['de-CH', 'comma'],
  ['fr', 'semicolon'],
  ['ja', 'comma'],
])('spreadsheets in the language %s separate the cells of a CSV file by a %s', (language, separator) => {
  expect(listSeparatorOf(language)).toBe(separator)
})
