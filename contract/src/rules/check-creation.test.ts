import { describe, expect, test } from 'vitest'
import { CreateIncident } from '../api/incident.ts'
import { check, configured, receivedAt } from '../test/example-configuration.ts'
import { businessFields } from './incident-values.ts'

test('the body order of the rules is that of the schema', () => {
  const properties = Object.keys(CreateIncident.properties)
  expect(['clientRequestId', 'configVersion', ...businessFields]).toEqual(properties)
})

test('an empty creation without rules gets priority NORMAL, the time of receipt, no tags, and null elsewhere', () => {
  const { values, violations } = check(configured({}), {})
  expect(violations).toEqual([])
  const { priority, occurredAt, tags, ...rest } = values
  expect({ priority, occurredAt, tags }).toEqual({ priority: 'NORMAL', occurredAt: receivedAt, tags: [] })
  expect(Object.keys(rest)).toHaveLength(10)
  expect(new Set(Object.values(rest))).toEqual(new Set([null]))
})

describe('the effective profile', () => {
  const configuration = configured({}, { name: { rule: 'required' } })

  test('is the one that the Type names', () => {
    expect(check(configuration, { typeId: 'theft' }).found).toEqual(['/name required'])
  })

  test('is the default profile where the Type names none, is unknown or is absent', () => {
    expect(check(configuration, { typeId: 'fire' }).found).toEqual([])
    expect(check(configuration, { typeId: 'nowhere' }).found).toEqual(['/typeId unknown_type'])
    expect(check(configuration, {}).found).toEqual([])
  })

  test('is the one that the default Type names when no Type was sent, and that Type is stored', () => {
    const byDefault = configured(
      { typeId: { rule: 'optional', default: 'theft' } },
      { name: { rule: 'required' }, typeId: { rule: 'hidden', default: 'fire' } },
    )
    const { values, found } = check(byDefault, {})
    expect(found).toEqual(['/name required'])
    expect(values.typeId).toBe('theft')
  })
})

describe('defaults', () => {
  test('fill what is absent, and leave alone what was sent', () => {
    const configuration = configured({
      name: { rule: 'optional', default: 'Unnamed' },
      priority: { rule: 'required', default: 'MAJOR' },
      tags: { rule: 'optional', default: ['new'] },
      occurredAt: { rule: 'optional', default: '2020-01-01T00:00:00.000Z' },
    })
    expect(check(configuration, { name: '', tags: [] }).values).toMatchObject({
      name: '',
      priority: 'MAJOR',
      tags: [],
      occurredAt: '2020-01-01T00:00:00.000Z',
    })
  })

  test('of occurredAt may be the time of receipt, which then satisfies required', () => {
    const { values, found } = check(configured({ occurredAt: { rule: 'required', default: 'now' } }), {})
    expect(found).toEqual([])
    expect(values.occurredAt).toBe(receivedAt)
  })

  test('stay away from a field that was sent as null', () => {
    const configuration = configured({
      locationId: { rule: 'optional', default: 'hall' },
      pointId: { rule: 'optional', default: 'door' },
    })
    expect(check(configuration, {}).values).toMatchObject({ locationId: 'hall', pointId: 'door' })
    expect(check(configuration, { pointId: null }).values).toMatchObject({ locationId: 'hall', pointId: null })
  })

  test('of categoryId apply only with the Type of the Category', () => {
    const configuration = configured({ categoryId: { rule: 'optional', default: 'smoke' } })
    expect(check(configuration, { typeId: 'fire' }).values.categoryId).toBe('smoke')
    expect(check(configuration, {}).values.categoryId).toBeNull()
    expect(check(configuration, { typeId: 'flood' }).values.categoryId).toBeNull()
  })

  test('of pointId apply only with the default Location', () => {
    const configuration = configured({
      locationId: { rule: 'optional', default: 'hall' },
      pointId: { rule: 'optional', default: 'door' },
    })
    expect(check(configuration, { locationId: 'hall' }).values.pointId).toBe('door')
    expect(check(configuration, { locationId: 'yard' }).values.pointId).toBeNull()
    expect(check(configured({ pointId: { rule: 'optional', default: 'door' } }), {}).values.pointId).toBeNull()
  })

  test('of the coordinates apply only when neither of them was sent', () => {
    const configuration = configured({ coordinates: { rule: 'optional', default: { latitude: 47, longitude: 8 } } })
    expect(check(configuration, {}).values).toMatchObject({ latitude: 47, longitude: 8 })
    expect(check(configuration, { latitude: 0 }).found).toEqual(['/longitude coordinates_incomplete'])
  })

  test('are never handed out themselves, so that changing the values leaves the configuration as it is', () => {
    const configuration = configured({ tags: { rule: 'optional', default: ['new'] } })
    check(configuration, {}).values.tags.push('changed')
    expect(check(configuration, {}).values.tags).toEqual(['new'])
  })
})

describe('required', () => {
  test.each(['', ' ', '\t\r\n\u00a0\u2003'])('refuses the blank text "%s"', (name) => {
    expect(check(configured({ name: { rule: 'required' } }), { name }).found).toEqual(['/name required'])
  })

  test('refuses null, and the default does not help', () => {
    const configuration = configured({ name: { rule: 'required', default: 'Unnamed' } })
    const body = { name: null } as unknown as Omit<CreateIncident, 'clientRequestId'>
    expect(check(configuration, body).found).toEqual(['/name required'])
  })

  test('holds for fields that would have a value anyway', () => {
    const configuration = configured({ priority: { rule: 'required' }, occurredAt: { rule: 'required' } })
    expect(check(configuration, {}).found).toEqual(['/priority required', '/occurredAt required'])
  })
})

describe('readOnly and hidden', () => {
  test('refuse a field that was sent, even as its default or as null, and store the default', () => {
    const configuration = configured({
      name: { rule: 'readOnly', default: 'Fixed' },
      locationId: { rule: 'optional', default: 'hall' },
      pointId: { rule: 'hidden', default: 'door' },
    })
    const { values, found } = check(configuration, { name: 'Fixed', pointId: null })
    expect(found).toEqual(['/name field_read_only', '/pointId field_hidden'])
    expect(values).toMatchObject({ name: 'Fixed', pointId: 'door' })
  })

  test('refuse each coordinate that was sent, and nothing more', () => {
    const configuration = configured({ coordinates: { rule: 'hidden' } })
    expect(check(configuration, { longitude: 8 }).found).toEqual(['/longitude field_hidden'])
    expect(check(configuration, { latitude: 47, longitude: 8 }).found).toEqual([
      '/latitude field_hidden',
      '/longitude field_hidden',
    ])
  })

  test('of the Type hold in the profile that the sent Type selects, whose own default then applies', () => {
    const configuration = configured({}, { typeId: { rule: 'readOnly', default: 'theft' } })
    const { values, found } = check(configuration, { typeId: 'theft', categoryId: 'burglary' })
    expect(found).toEqual(['/typeId field_read_only'])
    expect(values).toMatchObject({ typeId: 'theft', categoryId: 'burglary' })
  })
})
