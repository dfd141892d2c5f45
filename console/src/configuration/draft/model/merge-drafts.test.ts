import { expect, test } from 'vitest'
import type { Configuration } from '../../fields.ts'
import {
  addCategory,
  addType,
  changeType,
  moveType,
  removeProfile,
  removeType,
  renameProfile,
  setRule,
} from './change-draft.ts'
import { exampleDraft } from '../../../../test/support/example-draft.ts'
import { mergeDrafts } from './merge-drafts.ts'

const base = exampleDraft()
const merge = (mine: Configuration, theirs: Configuration) => mergeDrafts(base, mine, theirs)

test('changes made by only one user are kept, down to single rules of a profile', () => {
  const mine = setRule(renameProfile(base, 'strict', 'Stricter'), 'strict', 'name', { rule: 'required' }, undefined)
  const theirs = changeType(
    setRule(base, 'strict', 'priority', { rule: 'hidden', default: 'MAJOR' }, undefined),
    'fire',
    { active: false },
  )
  const { content, collisions } = merge(mine, theirs)
  expect(collisions).toEqual([])
  expect(content.types[0]).toMatchObject({ name: 'Fire', active: false })
  expect(content.profiles[1]).toEqual({
    id: 'strict',
    name: 'Stricter',
    fields: { name: { rule: 'required' }, priority: { rule: 'hidden', default: 'MAJOR' } },
  })
})

test("a field that both changed differently keeps this user's value and is a collision", () => {
  const { content, collisions } = merge(
    changeType(base, 'fire', { name: 'Blaze' }),
    changeType(base, 'fire', { name: 'Burning', active: false }),
  )
  expect(content.types[0]).toMatchObject({ name: 'Blaze', active: false })
  expect(collisions).toEqual([{ list: 'types', name: 'Blaze' }])
})

test('equal changes by both users are no collision', () => {
  const same = changeType(base, 'fire', { name: 'Blaze' })
  expect(merge(same, structuredClone(same))).toEqual({ content: same, collisions: [] })
})

test('entries added by either user are kept, entries removed by either are dropped', () => {
  const { content, collisions } = merge(addType(base, 'mine'), removeType(addType(base, 'theirs'), 'flood'))
  expect(content.types.map(({ id }) => id)).toEqual(['fire', 'theft', 'theirs', 'mine'])
  expect(collisions).toEqual([])
})

test('an entry removed by one user and changed by the other is a collision', () => {
  const [removed, changed] = [removeProfile(base, 'strict'), renameProfile(base, 'strict', 'Stricter')]
  expect(merge(removed, changed).collisions).toEqual([{ list: 'profiles', name: 'Stricter' }])
  expect(merge(removed, changed).content.profiles).toHaveLength(1)
  expect(merge(changed, removed).content.profiles[1]).toMatchObject({ name: 'Stricter' })
})

test('a category added to a type that the other user removed is dropped', () => {
  const { content } = merge(removeType(base, 'flood'), addCategory(base, 'flood', 'drain'))
  expect(content.categories).toEqual(base.categories)
})

test("this user's new order wins, otherwise the other user's", () => {
  const moved = moveType(base, 'flood', -1)
  expect(merge(moved, addType(base, 'theirs')).content.types.map(({ id }) => id)).toEqual([
    'fire',
    'flood',
    'theft',
    'theirs',
  ])
  expect(merge(base, moved).content).toEqual(moved)
})

test('the default profile is merged as well', () => {
  const theirs = { ...base, defaultProfileId: 'strict' }
  expect(merge(base, theirs).content.defaultProfileId).toBe('strict')
  expect(merge(theirs, base).content.defaultProfileId).toBe('strict')
})
