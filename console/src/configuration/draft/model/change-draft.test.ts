import { describe, expect, test } from 'vitest'
import { addCategory, moveCategory, moveType, removeProfile, removeType, setRule } from './change-draft.ts'
import { exampleDraft } from '../../../../test/support/example-draft.ts'

const ids = (entries: { id: string }[]) => entries.map(({ id }) => id)

test('moveType moves a type by one position, and does not move the first type up', () => {
  expect(ids(moveType(exampleDraft(), 'theft', -1).types)).toEqual(['theft', 'fire', 'flood'])
  expect(ids(moveType(exampleDraft(), 'theft', 1).types)).toEqual(['fire', 'flood', 'theft'])
  expect(ids(moveType(exampleDraft(), 'fire', -1).types)).toEqual(['fire', 'theft', 'flood'])
})

test('moveCategory moves a category only past other categories of the same type', () => {
  const draft = addCategory(exampleDraft(), 'fire', 'new')
  expect(ids(moveCategory(draft, 'blaze', -1).categories)).toEqual(['blaze', 'burglary', 'smoke', 'new'])
  expect(ids(moveCategory(draft, 'smoke', -1).categories)).toEqual(ids(draft.categories))
})

test('removeType removes the categories of a type together with the type', () => {
  expect(ids(removeType(exampleDraft(), 'fire').categories)).toEqual(['burglary'])
})

test('removeProfile assigns the default profile to the types whose profile is removed', () => {
  const { types, profiles } = removeProfile(exampleDraft(), 'strict')
  expect(ids(profiles)).toEqual(['standard'])
  expect(types.map(({ profileId }) => profileId)).toEqual([null, null, null])
})

describe('setRule', () => {
  test('setRule stores a changed field rule together with its default value', () => {
    const draft = setRule(exampleDraft(), 'strict', 'tags', { rule: 'optional', default: ['night'] }, undefined)
    expect(draft.profiles[1]!.fields).toEqual({
      priority: { rule: 'readOnly', default: 'MAJOR' },
      tags: { rule: 'optional', default: ['night'] },
    })
  })

  test('setRule restores the published rule exactly if the user changes a rule and then changes it back', () => {
    const required = setRule(exampleDraft(), 'strict', 'name', { rule: 'required' }, undefined)
    expect(setRule(required, 'strict', 'name', { rule: 'optional' }, undefined)).toEqual(exampleDraft())
    const published = setRule(required, 'strict', 'name', { rule: 'optional' }, { rule: 'optional' })
    expect(published.profiles[1]!.fields.name).toEqual({ rule: 'optional' })
  })
})

test('edit functions leave the original draft unchanged', () => {
  const draft = exampleDraft()
  moveType(setRule(removeType(draft, 'fire'), 'strict', 'name', { rule: 'hidden' }, undefined), 'theft', 1)
  expect(draft).toEqual(exampleDraft())
})
