import { describe, expect, test } from 'vitest'
import { check, configured } from '../test/example-configuration.ts'

const withoutRules = configured({})

test.each([
  ['a Type that the configuration does not have', { typeId: 'nowhere' }, ['/typeId unknown_type']],
  ['a Type that is not active', { typeId: 'flood' }, ['/typeId inactive_type']],
  ['a Category without a Type', { categoryId: 'smoke' }, ['/categoryId type_required']],
  ['an unknown Category', { typeId: 'fire', categoryId: 'nothing' }, ['/categoryId unknown_category']],
  ['a Category that is not active', { typeId: 'fire', categoryId: 'blaze' }, ['/categoryId inactive_category']],
  ['a Category of another Type', { typeId: 'fire', categoryId: 'burglary' }, ['/categoryId category_not_in_type']],
  ['a Point without a Location', { pointId: 'door' }, ['/pointId location_required']],
  ['a latitude without longitude', { latitude: 0 }, ['/longitude coordinates_incomplete']],
  ['a longitude without latitude', { longitude: 0 }, ['/latitude coordinates_incomplete']],
])('%s is refused', (_, body, found) => {
  expect(check(withoutRules, body).found).toEqual(found)
})

test('an active Type with one of its Categories, a Location with a Point, and both coordinates are accepted', () => {
  const body = { typeId: 'fire', categoryId: 'smoke', locationId: 'hall', pointId: 'door', latitude: 0, longitude: 0 }
  const { values, violations } = check(withoutRules, body)
  expect(violations).toEqual([])
  expect(values).toMatchObject(body)
})

test('everything that is wrong is reported at once, in body order, whatever the order it was sent in', () => {
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

describe('what merely follows from another violation is not reported:', () => {
  test('a missing Type that the profile requires is not asked for by its Category again', () => {
    const configuration = configured({ typeId: { rule: 'required' } })
    expect(check(configuration, { categoryId: 'smoke' }).found).toEqual(['/typeId required'])
  })

  test('a Type that must not be sent is not missed by its Category', () => {
    const configuration = configured({ typeId: { rule: 'hidden' } })
    expect(check(configuration, { typeId: 'fire', categoryId: 'smoke' }).found).toEqual(['/typeId field_hidden'])
  })

  test('a Category is not said to be outside a Type that does not exist', () => {
    const body = { typeId: 'nowhere', categoryId: 'smoke' }
    expect(check(withoutRules, body).found).toEqual(['/typeId unknown_type'])
  })

  test('a missing Location that the profile requires is not asked for by its Point again', () => {
    const configuration = configured({ locationId: { rule: 'required' } })
    expect(check(configuration, { pointId: 'door' }).found).toEqual(['/locationId required'])
  })

  test('a value that must not be sent is not checked further', () => {
    const configuration = configured({ typeId: { rule: 'readOnly' }, categoryId: { rule: 'hidden' } })
    const body = { typeId: 'nowhere', categoryId: 'nothing' }
    expect(check(configuration, body).found).toEqual(['/typeId field_read_only', '/categoryId field_hidden'])
  })
})

test('each message is a sentence that names the field, and the Type or Category by its name', () => {
  const configuration = configured({ name: { rule: 'required' }, tags: { rule: 'readOnly' } })
  const body = { typeId: 'flood', categoryId: 'burglary', tags: [], pointId: 'door', latitude: 1 }
  expect(check(configuration, body).violations.map(({ message }) => message)).toEqual([
    'name is required by the profile "Standard" but has no value.',
    'typeId (the Type "Flood") is not active.',
    'categoryId (the Category "Burglary") does not belong to the Type "Flood".',
    'pointId needs a locationId.',
    'tags is read-only in the profile "Standard" and must not be sent.',
    'longitude must be sent together with latitude.',
  ])
})
