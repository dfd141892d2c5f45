import type { ConfigurationContent } from '@tocsin/contract/api/configuration.ts'
import { describe, expect, test } from 'vitest'
import { compareConfigurations } from './compare.ts'

const before: ConfigurationContent = {
  types: [
    { id: 'fire', name: 'Fire', active: true, profileId: null },
    { id: 'theft', name: 'Theft', active: true, profileId: 'strict' },
  ],
  categories: [{ id: 'smoke', typeId: 'fire', name: 'Smoke', active: true }],
  profiles: [
    { id: 'standard', name: 'Standard', fields: { name: { rule: 'required' }, tags: { rule: 'hidden' } } },
    { id: 'strict', name: 'Strict', fields: {} },
  ],
  defaultProfileId: 'standard',
}
const nothing = { added: [], removed: [], changed: [] }

describe('comparing two revisions', () => {
  test('comparing two equal configurations finds no changes', () => {
    expect(compareConfigurations(before, structuredClone(before))).toEqual({
      types: nothing,
      categories: nothing,
      profiles: nothing,
      defaultProfileId: null,
    })
  })

  test('comparing two configurations lists added, removed and changed types, profiles and field rules', () => {
    const changes = compareConfigurations(before, {
      types: [
        { id: 'theft', name: 'Theft', active: false, profileId: 'strict' },
        { id: 'flood', name: 'Flood', active: true, profileId: null },
      ],
      categories: before.categories,
      profiles: [
        { id: 'standard', name: 'Standard', fields: { name: { rule: 'required', default: 'Report' } } },
        { id: 'strict', name: 'Strict', fields: { priority: { rule: 'readOnly', default: 'MAJOR' } } },
      ],
      defaultProfileId: 'strict',
    })
    expect(changes).toEqual({
      types: {
        added: [{ id: 'flood', name: 'Flood' }],
        removed: [{ id: 'fire', name: 'Fire' }],
        changed: [{ id: 'theft', name: 'Theft', changes: [{ property: 'active', from: true, to: false }] }],
      },
      categories: nothing,
      profiles: {
        added: [],
        removed: [],
        changed: [
          {
            id: 'standard',
            name: 'Standard',
            changes: [
              { property: 'fields.name', from: { rule: 'required' }, to: { rule: 'required', default: 'Report' } },
              { property: 'fields.tags', from: { rule: 'hidden' }, to: undefined },
            ],
          },
          {
            id: 'strict',
            name: 'Strict',
            changes: [{ property: 'fields.priority', from: undefined, to: { rule: 'readOnly', default: 'MAJOR' } }],
          },
        ],
      },
      defaultProfileId: { property: 'defaultProfileId', from: 'standard', to: 'strict' },
    })
  })

  test('comparing two configurations ignores the order of their types and profiles', () => {
    const reordered = { ...before, types: before.types.toReversed(), profiles: before.profiles.toReversed() }
    expect(compareConfigurations(before, reordered).types).toEqual(nothing)
    expect(compareConfigurations(before, reordered).profiles).toEqual(nothing)
  })
})
