import { feedKinds } from '@tocsin/contract/events/catalogue.ts'
import { expect, test } from 'vitest'
import { eventKindTexts, kindInWords } from './event-kinds.ts'

test('every kind of event in the feed has a name, and no other kind', () => {
  const named = eventKindTexts.flatMap(({ kinds }) => Object.keys(kinds))
  expect(named.toSorted()).toEqual(feedKinds.toSorted())
})

test('a kind without a name is shown as the API writes it', () => {
  expect(kindInWords('incident.created')).toBe('Incident reported')
  expect(kindInWords('incident.merged')).toBe('incident.merged')
})
