import type { ConfigurationChanges } from '@tocsin/contract/console/configuration-history.ts'
import { expect, test } from 'vitest'
import { describeChanges } from './describe-changes.ts'
import { moveType } from './draft/model/change-draft.ts'
import { exampleDraft } from '../../test/support/example-draft.ts'

const nothing = { added: [], removed: [], changed: [] }
const same: ConfigurationChanges = { types: nothing, categories: nothing, profiles: nothing, defaultProfileId: null }
const names = new Map([
  ['standard', 'Standard'],
  ['strict', 'Strict'],
  ['depot', 'Depot'],
  ...exampleDraft().types.map(({ id, name }) => [id, name] as const),
])

const sentences = (changes: Partial<ConfigurationChanges>, after = exampleDraft()) =>
  describeChanges({ ...same, ...changes }, { before: exampleDraft(), after, names })

test('describeChanges returns no sentences for two equal configurations', () => {
  expect(sentences({})).toEqual([])
})

test('describeChanges describes each change of a configuration in a sentence with names instead of ids', () => {
  expect(
    sentences({
      types: {
        added: [{ id: 'new', name: 'Hail' }],
        removed: [],
        changed: [
          {
            id: 'fire',
            name: 'Blaze',
            changes: [
              { property: 'name', from: 'Fire', to: 'Blaze' },
              { property: 'active', from: true, to: false },
              { property: 'profileId', from: null, to: 'strict' },
            ],
          },
        ],
      },
      profiles: {
        ...nothing,
        changed: [
          {
            id: 'strict',
            name: 'Strict',
            changes: [
              { property: 'fields.locationId', to: { rule: 'required', default: 'depot' } },
              { property: 'fields.priority', from: { rule: 'readOnly', default: 'MAJOR' } },
            ],
          },
        ],
      },
      defaultProfileId: { property: 'defaultProfileId', from: 'standard', to: 'strict' },
    }),
  ).toEqual([
    {
      title: 'Types',
      sentences: [
        '“Hail” was added.',
        '“Fire” is now called “Blaze”.',
        '“Blaze” was deactivated.',
        '“Blaze” uses the form “Strict” instead of the default form.',
      ],
    },
    {
      title: 'Forms',
      sentences: [
        '“Strict”: Location is required, default Depot (was optional).',
        '“Strict”: Priority is optional (was read-only, default Major).',
        'The default form is “Strict” instead of “Standard”.',
      ],
    },
  ])
})

test('describeChanges names the type of each changed category, because categories of two types may have the same name', () => {
  const { categories } = exampleDraft()
  const others = ['fire', 'theft'].map((typeId) => ({ id: `other-${typeId}`, typeId, name: 'Other', active: true }))
  const after = { ...exampleDraft(), categories: [...categories.slice(1), ...others] }
  const changes = {
    added: others.map(({ id, name }) => ({ id, name })),
    removed: [{ id: 'smoke', name: 'Smoke' }],
    changed: [
      {
        id: 'burglary',
        name: 'Break-in',
        changes: [
          { property: 'name', from: 'Burglary', to: 'Break-in' },
          { property: 'active', from: true, to: false },
          { property: 'typeId', from: 'theft', to: 'flood' },
        ],
      },
    ],
  }
  expect(sentences({ categories: changes }, after)).toEqual([
    {
      title: 'Categories',
      sentences: [
        'Category “Other” of “Fire” was added.',
        'Category “Other” of “Theft” was added.',
        'Category “Smoke” of “Fire” was removed.',
        'Category “Burglary” of “Theft” is now called “Break-in”.',
        'Category “Break-in” of “Theft” was deactivated.',
        'Category “Break-in” moved from the type “Theft” to “Flood”.',
      ],
    },
  ])
})

test('describeChanges describes a changed order of types even if no type itself changed', () => {
  expect(sentences({}, moveType(exampleDraft(), 'flood', -1))).toEqual([
    { title: 'Types', sentences: ['The order of the types changed.'] },
  ])
})
