import { describe, expect, test } from 'vitest'
import { checkEdit } from './check-edit.ts'
import type { EffectiveConfiguration } from './effective-profile.ts'
import type { IncidentValues } from './incident-values.ts'

const active = { id: 'type-active', name: 'Cooling', active: true, profileId: null }
const inactive = { id: 'type-inactive', name: 'Heating', active: false, profileId: null }
const strict = { id: 'type-strict', name: 'Safety', active: true, profileId: 'profile-strict' }

const configuration: EffectiveConfiguration = {
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

describe('what an edit brings about is judged by the current configuration', () => {
  test.each<[string, Partial<IncidentValues>, string[]]>([
    ['a Type that is active', { typeId: strict.id, categoryId: null }, []],
    ['no Type and no Category', { typeId: null, categoryId: null }, []],
    ['a Type that is not active', { typeId: inactive.id, categoryId: null }, ['/typeId inactive_type']],
    ['a Type that there is not', { typeId: 'other', categoryId: null }, ['/typeId unknown_type']],
    ['another Type with the old Category', { typeId: strict.id }, ['/categoryId category_not_in_type']],
    ['a Category that is not active', { categoryId: 'category-retired' }, ['/categoryId inactive_category']],
    ['a Category of another Type', { categoryId: 'category-strict' }, ['/categoryId category_not_in_type']],
    ['a Category that there is not', { categoryId: 'other' }, ['/categoryId unknown_category']],
    ['a Category without its Type', { typeId: null }, ['/categoryId type_required']],
    ['a Point without its Location', { pointId: 'point' }, ['/pointId location_required']],
    ['half of a place', { latitude: 1 }, ['/longitude coordinates_incomplete']],
    ['no name where one is required', { name: null }, ['/name required']],
    ['a blank name where one is required', { name: ' ' }, ['/name required']],
    ['a field that whoever reports must not send', { priority: 'CRITICAL' }, []],
  ])('%s', (_name, edit, expected) => {
    expect(check({}, edit)).toEqual(expected)
  })

  test('without a Type by the default profile, not by that of the default Type', () => {
    const profiles = configuration.profiles.map((profile) =>
      profile.id === 'profile-default'
        ? { ...profile, fields: { typeId: { rule: 'optional' as const, default: strict.id } } }
        : profile,
    )
    const before = { typeId: null, categoryId: null, description: 'Too warm' }
    expect(check(before, { description: null }, { ...configuration, profiles })).toEqual([])
  })
})

describe('what the Incident has already stays acceptable', () => {
  const kept: [string, Partial<IncidentValues>][] = [
    ['a Type that is no longer active', { typeId: inactive.id, categoryId: null }],
    ['a Type that there is no longer', { typeId: 'former', categoryId: null }],
    ['a Category that is no longer active', { categoryId: 'category-retired' }],
    ['a Category that there is no longer', { categoryId: 'former' }],
    ['a Category that has moved to another Type', { categoryId: 'category-strict' }],
    [
      'a missing value that is required by now',
      { typeId: strict.id, categoryId: 'category-strict', description: null },
    ],
    ['a name that was missing before one was required', { name: null }],
  ]
  test.each(kept)('%s', (_name, before) => {
    expect(check(before, { externalId: 'other' })).toEqual([])
  })

  test('a Category that has moved, when its new Type is chosen', () => {
    expect(check({ categoryId: 'category-strict', description: 'Cut' }, { typeId: strict.id })).toEqual([])
  })

  test('but a Category cannot be chosen for a Type that there is no longer', () => {
    expect(check({ typeId: 'former', categoryId: null }, { categoryId: 'category-active' })).toEqual([
      '/categoryId category_not_in_type',
    ])
  })
})
