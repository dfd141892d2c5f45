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
])('%j is cut to %i code units as %j', (text, maximumLength, cut) => {
  expect(cutBetweenLetters(text, maximumLength)).toBe(cut)
})

test('a cut text is well formed and begins the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 10 }), (text, maximumLength) => {
      const cut = cutBetweenLetters(text, maximumLength)
      expect(text.startsWith(cut) && cut.isWellFormed() && cut.length <= maximumLength).toBe(true)
    }),
  )
})

test('a text that was cut ends in an ellipsis', () => {
  expect(shorten('👩‍🚒'.repeat(100))).toBe(`${'👩‍🚒'.repeat(20)}…`)
})
