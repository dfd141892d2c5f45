import type { ConfigurationContent } from '../api/configuration.ts'
import { describe, expect, test } from 'vitest'
import { checkEdit } from './check-edit.ts'
import type { IncidentValues } from './incident-values.ts'

const active = { id: 'type-active', name: 'Cooling', active: true, profileId: null }
const inactive = { id: 'type-inactive', name: 'Heating', active: false, profileId: null }
const strict = { id: 'type-strict', name: 'Safety', active: true, profileId: 'profile-strict' }

const configuration: ConfigurationContent = {
  types: [active, inactive, strict],
  categories: [
    { id: 'category-active', typeId: active.id, name: 'Too warm', active: true },
    { id: 'category-retired', typeId: active.id, name: 'Too cold', active: false },
    { id: 'category-strict', typeId: strict.id, name: 'Injury', active: true },
  ],
  profiles: [
    { id: 'profile-default', name: 'Standard', fields: { name: { rule: 'required' }, priority: { rule: 'readOnly' } } },
    { id: 'profile-strict', name: 'Strict', fields: { description: { rule: 'required' } } },
  ],
  defaultProfileId: 'profile-default',
}

const incident: IncidentValues = {
  name: 'Freezer 3',
  description: null,
  typeId: active.id,
  categoryId: 'category-active',
  priority: 'NORMAL',
  locationId: null,
  pointId: null,
  assigneeId: null,
  occurredAt: '2026-03-01T08:30:00.000Z',
  tags: [],
  latitude: null,
  longitude: null,
  externalId: null,
}

const check = (before: Partial<IncidentValues>, edit: Partial<IncidentValues>, under = configuration) =>
  checkEdit(under, { ...incident, ...before }, { ...incident, ...before, ...edit }).map(
    ({ pointer, code }) => `${pointer} ${code}`,
  )

describe('changed values', () => {
  test.each<[string, Partial<IncidentValues>, string[]]>([
    ['a type that is active', { typeId: strict.id, categoryId: null }, []],
    ['no type and no category', { typeId: null, categoryId: null }, []],
    ['a type that is not active', { typeId: inactive.id, categoryId: null }, ['/typeId inactive_type']],
    ['a type that does not exist', { typeId: 'other', categoryId: null }, ['/typeId unknown_type']],
    ['another type with the old category', { typeId: strict.id }, ['/categoryId category_not_in_type']],
    ['a category that is not active', { categoryId: 'category-retired' }, ['/categoryId inactive_category']],
    ['a category of another type', { categoryId: 'category-strict' }, ['/categoryId category_not_in_type']],
    ['a category that does not exist', { categoryId: 'other' }, ['/categoryId unknown_category']],
    ['a category without its type', { typeId: null }, ['/categoryId type_required']],
    ['a point without its location', { pointId: 'point' }, ['/pointId location_required']],
    ['half of a place', { latitude: 1 }, ['/longitude coordinates_incomplete']],
    ['no name where one is required', { name: null }, ['/name required']],
    ['a blank name where one is required', { name: ' ' }, ['/name required']],
    ['a field that reports must not contain', { priority: 'CRITICAL' }, []],
  ])('reports the violations of an edit that sets %s', (_name, edit, expected) => {
    expect(check({}, edit)).toEqual(expected)
  })

  test('checks an incident without a type against the default profile, not the profile of the default type', () => {
    const profiles = configuration.profiles.map((profile) =>
      profile.id === 'profile-default'
        ? { ...profile, fields: { typeId: { rule: 'optional' as const, default: strict.id } } }
        : profile,
    )
    const before = { typeId: null, categoryId: null, description: 'Too warm' }
    expect(check(before, { description: null }, { ...configuration, profiles })).toEqual([])
  })
})

describe('unchanged values', () => {
  const unchanged: [string, Partial<IncidentValues>][] = [
    ['a type that was made inactive', { typeId: inactive.id, categoryId: null }],
    ['a type that was removed', { typeId: 'former', categoryId: null }],
    ['a category that was made inactive', { categoryId: 'category-retired' }],
    ['a category that was removed', { categoryId: 'former' }],
    ['a category that has moved to another type', { categoryId: 'category-strict' }],
    [
      'a missing value that is required by now',
      { typeId: strict.id, categoryId: 'category-strict', description: null },
    ],
    ['a name that was missing before one was required', { name: null }],
  ]
  test.each(unchanged)(
    'accepts an edit of externalId even if an unchanged value is no longer valid: %s',
    (_name, before) => {
      expect(check(before, { externalId: 'other' })).toEqual([])
    },
  )

  test('after the category of an incident was moved to another type, accepts an edit that sets this type', () => {
    expect(check({ categoryId: 'category-strict', description: 'Cut' }, { typeId: strict.id })).toEqual([])
  })

  test('rejects a new category if the type of the incident was removed from the configuration', () => {
    expect(check({ typeId: 'former', categoryId: null }, { categoryId: 'category-active' })).toEqual([
      '/categoryId category_not_in_type',
    ])
  })
})
