import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutBetweenLetters, shorten } from './shorten.ts'

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc'],
  ['ab🚨', 3, 'ab'],
  ['ab👩‍🚒', 4, 'ab'],
  ['abe\u0301', 3, 'ab'],
  ['a🇩🇪', 3, 'a'],
  ['👩‍🚒', 4, '👩‍'],
  ['👩‍🚒', 1, ''],
])('cuts %j to at most %i UTF-16 code units, without breaking a grapheme that fits: %j', (text, maximumLength, cut) => {
  expect(cutBetweenLetters(text, maximumLength)).toBe(cut)
})

test('cutBetweenLetters returns a well-formed prefix of the text, no longer than the maximum', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 10 }), (text, maximumLength) => {
      const cut = cutBetweenLetters(text, maximumLength)
      expect(text.startsWith(cut) && cut.isWellFormed() && cut.length <= maximumLength).toBe(true)
    }),
  )
})

test('appends an ellipsis to a shortened text', () => {
  expect(shorten('👩‍🚒'.repeat(100))).toBe(`${'👩‍🚒'.repeat(20)}…`)
})
