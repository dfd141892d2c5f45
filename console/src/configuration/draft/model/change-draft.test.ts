import { describe, expect, test } from 'vitest'
import { addCategory, moveCategory, moveType, removeProfile, removeType, setRule } from './change-draft.ts'
import { exampleDraft } from '../../../../test/support/example-draft.ts'

const ids = (entries: { id: string }[]) => entries.map(({ id }) => id)

test('a type moves one place and stays at the ends', () => {
  expect(ids(moveType(exampleDraft(), 'theft', -1).types)).toEqual(['theft', 'fire', 'flood'])
  expect(ids(moveType(exampleDraft(), 'theft', 1).types)).toEqual(['fire', 'flood', 'theft'])
  expect(ids(moveType(exampleDraft(), 'fire', -1).types)).toEqual(['fire', 'theft', 'flood'])
})

test('a category moves only among those of its own type', () => {
  const draft = addCategory(exampleDraft(), 'fire', 'new')
  expect(ids(moveCategory(draft, 'blaze', -1).categories)).toEqual(['blaze', 'burglary', 'smoke', 'new'])
  expect(ids(moveCategory(draft, 'smoke', -1).categories)).toEqual(ids(draft.categories))
})

test('removing a type removes its categories', () => {
  expect(ids(removeType(exampleDraft(), 'fire').categories)).toEqual(['burglary'])
})

test('a type whose profile is removed uses the default profile', () => {
  const { types, profiles } = removeProfile(exampleDraft(), 'strict')
  expect(ids(profiles)).toEqual(['standard'])
  expect(types.map(({ profileId }) => profileId)).toEqual([null, null, null])
})

describe('a rule', () => {
  test('a changed rule is stored with its default', () => {
    const draft = setRule(exampleDraft(), 'strict', 'tags', { rule: 'optional', default: ['night'] }, undefined)
    expect(draft.profiles[1]!.fields).toEqual({
      priority: { rule: 'readOnly', default: 'MAJOR' },
      tags: { rule: 'optional', default: ['night'] },
    })
  })

  test('a rule changed back equals the published rule', () => {
    const required = setRule(exampleDraft(), 'strict', 'name', { rule: 'required' }, undefined)
    expect(setRule(required, 'strict', 'name', { rule: 'optional' }, undefined)).toEqual(exampleDraft())
    const published = setRule(required, 'strict', 'name', { rule: 'optional' }, { rule: 'optional' })
    expect(published.profiles[1]!.fields.name).toEqual({ rule: 'optional' })
  })
})

test('edits leave the original draft unchanged', () => {
  const draft = exampleDraft()
  moveType(setRule(removeType(draft, 'fire'), 'strict', 'name', { rule: 'hidden' }, undefined), 'theft', 1)
  expect(draft).toEqual(exampleDraft())
})
