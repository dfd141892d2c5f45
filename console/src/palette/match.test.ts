import { expect, test } from 'vitest'
import { bestFirst, rankOf } from './match.ts'

const best = (typed: string, ...labels: string[]) => bestFirst(labels, (label) => label, typed)

test('the palette ranks a match at the start of a label before a match at the start of a later word', () => {
  expect(best('key', 'Monkey', 'API keys', 'Keyboard shortcuts', 'Board')).toEqual([
    'Keyboard shortcuts',
    'API keys',
    'Monkey',
  ])
})

test('the palette finds words in any order, ignoring case and accents', () => {
  expect(best('board GO', 'Go to Board', 'Go to Overview')).toEqual(['Go to Board'])
  expect(best('creme', 'Crème brûlée')).toEqual(['Crème brûlée'])
})

test('rankOf returns undefined if one of the typed words is missing in the label', () => {
  expect(rankOf('Go to Board', 'go overview')).toBeUndefined()
})
