import { expect, test } from 'vitest'
import { bestFirst, rankOf } from './match.ts'

const best = (typed: string, ...labels: string[]) => bestFirst(labels, (label) => label, typed)

test('shows labels that begin with the text first, then labels with a word that begins with it', () => {
  expect(best('key', 'Monkey', 'API keys', 'Keyboard shortcuts', 'Board')).toEqual([
    'Keyboard shortcuts',
    'API keys',
    'Monkey',
  ])
})

test('finds words in any order, ignoring case and accents', () => {
  expect(best('board GO', 'Go to Board', 'Go to Overview')).toEqual(['Go to Board'])
  expect(best('creme', 'Crème brûlée')).toEqual(['Crème brûlée'])
})

test('finds nothing if one of the words is missing', () => {
  expect(rankOf('Go to Board', 'go overview')).toBeUndefined()
})
