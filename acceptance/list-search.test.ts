import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createIncident, listedIds, listIncidents, unique } from './support/incidents.ts'

const tag = unique('search')
const found = (q: string): Promise<string[]> => listedIds({ q, tags: tag })

describe('q finds', () => {
  test('q finds an incident by any part of its name', async () => {
    const { id, name } = await createIncident({ name: unique('Broken lift'), tags: [tag] })

    for (const q of [name!, name!.slice(0, -5), name!.slice(7), name!.slice(7, -1)])
      expect(await found(q)).toEqual([id])
  })

  test('q finds an incident by a part of a tag', async () => {
    const special = unique('cold chain')
    const { id } = await createIncident({ tags: [tag, special] })

    expect(await found(special.slice(3, -1))).toEqual([id])
  })

  test.each([
    ['BROKEN', 'broken'],
    ['Kühlraum Ä', 'kÜHLRAUM ä'],
    ['Ñandú', 'ñANDÚ'],
    ['Διάδρομος', 'ΔΙΆΔΡΟΜΟΣ'],
    ['ПОЖАР', 'пожар'],
    ['Ÿ', 'ÿ'],
    ['Ǆ', 'ǆ'],
    ['HAUPTSTRAẞE', 'hauptstraße'],
    ['Hauptstraße', 'HAUPTSTRAẞE'],
    ['5 \u212Bngström, 3 k\u2126, 7 \u212A', '5 ångström, 3 kω, 7 k'],
  ])('q ignores case: the name %s is found by %s', async (text, searched) => {
    const { id, name } = await createIncident({ name: unique(text), tags: [tag] })

    expect(await found(name!.replace(text, searched))).toEqual([id])
  })

  test.each(['%', '_', '\\', '\\%', '"', "'", '#&+=?;', '🚨', '日本', ' ', 'in:a,b'])(
    'q searches for the text %j literally',
    async (text) => {
      const { id, name } = await createIncident({ name: unique(`${text}x${text}`), tags: [tag] })

      expect(await found(name!)).toEqual([id])
    },
  )
})

describe('q finds words', () => {
  test('q finds an incident by words in any order, each in the name or in a tag', async () => {
    const floor = unique('floor')
    const { id } = await createIncident({ name: '8 crates of yoghurt crushed', tags: [tag, floor] })

    for (const q of ['crushed crates', `${floor} yog`, ' \t crates \n  8 ', `rush ${floor} crat`]) {
      expect(await found(`${q} ${floor}`)).toEqual([id])
    }
  })

  test('q finds only incidents that contain every word', async () => {
    const own = unique('own')
    await createIncident({ name: 'Crates crushed', tags: [own] })

    expect(await listedIds({ q: 'crates melted', tags: own })).toEqual([])
  })

  test.each([
    ['Crème brûlée', 'creme brulee'],
    ['Creme brulee', 'Crème brûlée'],
    ['Caf\u00E9', 'Cafe\u0301'],
    ['Cafe\u0301', 'Caf\u00E9'],
    ['Łódź', 'LODZ'],
    ['Smørrebrød', 'smorrebrod'],
    ['Ångström', 'angstrom'],
    ['Æther', 'aether'],
    ['ﬁre', 'fire'],
    ['각', '\u1100\u1161\u11A8'],
  ])('q ignores accents: the name %s is found by %s', async (text, searched) => {
    const { id, name } = await createIncident({ name: unique(text), tags: [tag] })

    expect(await found(name!.replace(text, searched))).toEqual([id])
  })

  test('q accepts ten words', async () => {
    const own = unique('own')
    const { id } = await createIncident({ name: 'a b c d e f g h i j k', tags: [own] })

    expect(await listedIds({ q: 'a b c d e f g h i j', tags: own })).toEqual([id])
  })
})

describe('q does not find', () => {
  test.each([
    ['%', '100 percent'],
    ['a_c', 'abc'],
    ['_', 'no underscore'],
    [String.raw`\%`, '100% water'],
    [String.raw`a\b`, 'ab'],
  ])('q=%j does not find the name %j', async (q, name) => {
    const own = unique('own')
    await createIncident({ name, tags: [own] })

    expect(await listedIds({ q, tags: own })).toEqual([])
  })

  test('q does not match a word that begins in the name and ends in a tag, or that spans two tags', async () => {
    const own = unique('own')
    await createIncident({ name: 'leak', tags: [own, 'roof'] })

    for (const q of ['leakroof', `leak${own}`, `${own}roof`]) {
      expect(await listedIds({ q, tags: own })).toEqual([])
    }
  })

  test('q searches neither the description nor the externalId', async () => {
    const own = unique('own')
    await createIncident({ tags: [own], description: 'secret-word', externalId: 'secret-word' })

    expect(await listedIds({ q: 'secret-word', tags: own })).toEqual([])
  })
})

test('meta.filter lists the search text of q', async () => {
  expect((await listIncidents({ q: 'Wet', limit: 1 })).body.meta.filter).toEqual([
    { field: 'q', operator: 'contains', values: ['Wet'] },
  ])
})

test('an incident with a random name and tag is found by the tags filter and by q', async () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .filter((value) => value.isWellFormed() && !value.includes('\0') && value.trim() !== '' && !value.startsWith('in:'))
  const property = fc.asyncProperty(text, text, async (name, label) => {
    const own = unique('own')
    const { id } = await createIncident({ name: `Leak ${name}`, tags: [own, `${label} ${own}`] })

    expect(await listedIds({ tags: `${label} ${own}` })).toEqual([id])
    expect(await listedIds({ q: name, tags: own })).toEqual([id])
    expect(await listedIds({ q: `${label} ${own}` })).toEqual([id])
  })
  await fc.assert(property, { numRuns: 50 })
})
