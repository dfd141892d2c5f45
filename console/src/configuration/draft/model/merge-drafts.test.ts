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

test('mergeDrafts combines the changes of two users, even to different rules of the same profile', () => {
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

test("mergeDrafts keeps this user's value of a property that both users changed, and reports a collision", () => {
  const { content, collisions } = merge(
    changeType(base, 'fire', { name: 'Blaze' }),
    changeType(base, 'fire', { name: 'Burning', active: false }),
  )
  expect(content.types[0]).toMatchObject({ name: 'Blaze', active: false })
  expect(collisions).toEqual([{ list: 'types', name: 'Blaze' }])
})

test('mergeDrafts reports no collision if both users made the same change', () => {
  const same = changeType(base, 'fire', { name: 'Blaze' })
  expect(merge(same, structuredClone(same))).toEqual({ content: same, collisions: [] })
})

test('mergeDrafts keeps types that either user added and drops types that either user removed', () => {
  const { content, collisions } = merge(addType(base, 'mine'), removeType(addType(base, 'theirs'), 'flood'))
  expect(content.types.map(({ id }) => id)).toEqual(['fire', 'theft', 'theirs', 'mine'])
  expect(collisions).toEqual([])
})

test('mergeDrafts reports a collision if one user removed a profile that the other user changed', () => {
  const [removed, changed] = [removeProfile(base, 'strict'), renameProfile(base, 'strict', 'Stricter')]
  expect(merge(removed, changed).collisions).toEqual([{ list: 'profiles', name: 'Stricter' }])
  expect(merge(removed, changed).content.profiles).toHaveLength(1)
  expect(merge(changed, removed).content.profiles[1]).toMatchObject({ name: 'Stricter' })
})

test('mergeDrafts drops a category that one user added to a type that the other user removed', () => {
  const { content } = merge(removeType(base, 'flood'), addCategory(base, 'flood', 'drain'))
  expect(content.categories).toEqual(base.categories)
})

test("mergeDrafts uses this user's order of types if this user changed the order, else the other user's order", () => {
  const moved = moveType(base, 'flood', -1)
  expect(merge(moved, addType(base, 'theirs')).content.types.map(({ id }) => id)).toEqual([
    'fire',
    'flood',
    'theft',
    'theirs',
  ])
  expect(merge(base, moved).content).toEqual(moved)
})

test('mergeDrafts keeps a change of the default profile that only one user made', () => {
  const theirs = { ...base, defaultProfileId: 'strict' }
  expect(merge(base, theirs).content.defaultProfileId).toBe('strict')
  expect(merge(theirs, base).content.defaultProfileId).toBe('strict')
})
