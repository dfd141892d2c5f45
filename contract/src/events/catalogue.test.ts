import Type from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, expectTypeOf, test } from 'vitest'
import { catalogue } from './catalogue.ts'
import { changesOf } from './changes.ts'
import type { commentCreated } from './comment-events.ts'
import { incidentChanged } from './incident-events.ts'

const incidentId = '0199a3c4-5d1e-7c52-9a0b-3f6f2a1c8e77'

test('every kind of event is named by a noun and a verb, and its versions are numbered 1, 2, …', () => {
  const versions = Map.groupBy(catalogue, ({ kind }) => kind as string)
  for (const [kind, entries] of versions) {
    expect(kind).toMatch(/^[a-z_]+\.[a-z_]+$/)
    expect(entries.map(({ version }) => version)).toEqual(entries.map((_, index) => index + 1))
  }
  expect(versions.size).toBeGreaterThan(30)
})

test('the feed does not include events about users, API keys and views', () => {
  const nouns = new Set(catalogue.filter(({ isInFeed }) => isInFeed).map(({ kind }) => kind.split('.')[0]))
  expect([...nouns]).toEqual([
    'incident',
    'comment',
    'media',
    'configuration',
    'workflow',
    'location',
    'point',
    'organization',
  ])
})

test('an event of an incident has the id of the incident in a field of its own, not in `data`', () => {
  expect(incidentChanged({ incidentId, changes: { name: ['Freezer', null] }, version: 2 })).toEqual({
    kind: 'incident.changed',
    kindVersion: 1,
    incidentId,
    data: { changes: { name: ['Freezer', null] }, version: 2 },
  })
})

test('TypeScript rejects an event whose data do not match its kind', () => {
  type Comment = { incidentId: string; commentId: string; message: string | null; externalId: string | null }
  expectTypeOf<Comment>().toExtend<Parameters<typeof commentCreated>[0]>()
  expectTypeOf<Omit<Comment, 'message'>>().not.toExtend<Parameters<typeof commentCreated>[0]>()
  expectTypeOf<Omit<Comment, 'incidentId'>>().not.toExtend<Parameters<typeof commentCreated>[0]>()
  type Changed<Changes> = { incidentId: string; changes: Changes; version: number }
  type Change = Parameters<typeof incidentChanged>[0]
  expectTypeOf<Changed<{ priority: ['NORMAL', 'MAJOR'] }>>().toExtend<Change>()
  expectTypeOf<Changed<{ priority: ['NORMAL', 'urgent'] }>>().not.toExtend<Change>()
  expectTypeOf<Changed<{ priority: 'MAJOR' }>>().not.toExtend<Change>()
})

test.each([
  [{ name: ['a', 'b'] }, true],
  [{ name: ['a', 'b'], size: [1, 2] }, true],
  [{}, false],
  [{ name: ['a'] }, false],
  [{ name: ['a', 'b', 'c'] }, false],
  [{ name: ['a', 1] }, false],
  [{ other: ['a', 'b'] }, false],
])('a check of %j against the schema for changes of the fields `name` and `size` returns %j', (changes, isValid) => {
  const validator = Compile(changesOf({ name: Type.String(), size: Type.Integer() }))
  expect(validator.Check(changes)).toBe(isValid)
})
