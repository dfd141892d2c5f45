import { describe, expect, test } from 'vitest'
import { check, configured } from '../test/example-configuration.ts'

const withoutRules = configured({})

test.each([
  ['a type that the configuration does not have', { typeId: 'nowhere' }, ['/typeId unknown_type']],
  ['a type that is not active', { typeId: 'flood' }, ['/typeId inactive_type']],
  ['a category without a type', { categoryId: 'smoke' }, ['/categoryId type_required']],
  ['an unknown category', { typeId: 'fire', categoryId: 'nothing' }, ['/categoryId unknown_category']],
  ['a category that is not active', { typeId: 'fire', categoryId: 'blaze' }, ['/categoryId inactive_category']],
  ['a category of another type', { typeId: 'fire', categoryId: 'burglary' }, ['/categoryId category_not_in_type']],
  ['a point without a location', { pointId: 'door' }, ['/pointId location_required']],
  ['a latitude without longitude', { latitude: 0 }, ['/longitude coordinates_incomplete']],
  ['a longitude without latitude', { longitude: 0 }, ['/latitude coordinates_incomplete']],
])(
  'rejects a creation with a value that contradicts the configuration or other values of the creation: %s',
  (_, body, found) => {
    expect(check(withoutRules, body).found).toEqual(found)
  },
)

test('accepts a creation with an active type and its category, a location and its point, and both coordinates', () => {
  const body = { typeId: 'fire', categoryId: 'smoke', locationId: 'hall', pointId: 'door', latitude: 0, longitude: 0 }
  const { values, violations } = check(withoutRules, body)
  expect(violations).toEqual([])
  expect(values).toMatchObject(body)
})

test('reports all violations together, in the order of the fields in the schema, whatever their order in the body', () => {
  const configuration = configured({ name: { rule: 'required' }, priority: { rule: 'hidden' } })
  const body = {
    longitude: 8,
    pointId: 'door',
    priority: 'MINOR' as const,
    categoryId: 'blaze',
    name: ' ',
    typeId: 'flood',
  }
  expect(check(configuration, body).found).toEqual([
    '/name required',
    '/typeId inactive_type',
    '/categoryId inactive_category',
    '/categoryId category_not_in_type',
    '/priority field_hidden',
    '/pointId location_required',
    '/latitude coordinates_incomplete',
  ])
})

describe('consequences of another violation', () => {
  test('reports only that the required type is missing, not also that the category needs a type', () => {
    const configuration = configured({ typeId: { rule: 'required' } })
    expect(check(configuration, { categoryId: 'smoke' }).found).toEqual(['/typeId required'])
  })

  test('reports only that the sent type is hidden, not also that the category needs a type', () => {
    const configuration = configured({ typeId: { rule: 'hidden' } })
    expect(check(configuration, { typeId: 'fire', categoryId: 'smoke' }).found).toEqual(['/typeId field_hidden'])
  })

  test('reports only that the type is unknown, not also that the category belongs to another type', () => {
    const body = { typeId: 'nowhere', categoryId: 'smoke' }
    expect(check(withoutRules, body).found).toEqual(['/typeId unknown_type'])
  })

  test('reports only that the required location is missing, not also that the point needs a location', () => {
    const configuration = configured({ locationId: { rule: 'required' } })
    expect(check(configuration, { pointId: 'door' }).found).toEqual(['/locationId required'])
  })

  test('reports only that a sent field is read-only or hidden, not also that its value is unknown', () => {
    const configuration = configured({ typeId: { rule: 'readOnly' }, categoryId: { rule: 'hidden' } })
    const body = { typeId: 'nowhere', categoryId: 'nothing' }
    expect(check(configuration, body).found).toEqual(['/typeId field_read_only', '/categoryId field_hidden'])
  })
})

test('writes each message as a sentence with the field and the name of the type or category', () => {
  const configuration = configured({ name: { rule: 'required' }, tags: { rule: 'readOnly' } })
  const body = { typeId: 'flood', categoryId: 'burglary', tags: [], pointId: 'door', latitude: 1 }
  expect(check(configuration, body).violations.map(({ message }) => message)).toEqual([
    'name is required by the profile "Standard" but has no value.',
    'typeId (the type "Flood") is not active.',
    'categoryId (the category "Burglary") does not belong to the type "Flood".',
    'pointId needs a locationId.',
    'tags is read-only in the profile "Standard" and must not be sent.',
    'longitude must be sent together with latitude.',
  ])
})
