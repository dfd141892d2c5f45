import { feedKinds } from '@tocsin/contract/events/catalogue.ts'
import { expect, test } from 'vitest'
import { eventKindTexts, kindInWords } from './event-kinds.ts'

test('eventKindTexts has a name for every kind of event in the feed, and for no other kind', () => {
  const named = eventKindTexts.flatMap(({ kinds }) => Object.keys(kinds))
  expect(named.toSorted()).toEqual(feedKinds.toSorted())
})

test('kindInWords returns a kind of event unchanged if it has no name', () => {
  expect(kindInWords('incident.created')).toBe('Incident reported')
  expect(kindInWords('incident.merged')).toBe('incident.merged')
})
