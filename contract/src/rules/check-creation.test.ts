import { describe, expect, test } from 'vitest'
import { CreateIncident } from '../api/incident.ts'
import { check, configured, receivedAt } from '../test/example-configuration.ts'
import { businessFields } from './incident-values.ts'

test('businessFields has the fields of the schema CreateIncident in the same order', () => {
  const properties = Object.keys(CreateIncident.properties)
  expect(['clientRequestId', 'configVersion', ...businessFields]).toEqual(properties)
})

test('for an empty body, stores priority NORMAL, the time of receipt, no tags, and null in all other fields', () => {
  const { values, violations } = check(configured({}), {})
  expect(violations).toEqual([])
  const { priority, occurredAt, tags, ...rest } = values
  expect({ priority, occurredAt, tags }).toEqual({ priority: 'NORMAL', occurredAt: receivedAt, tags: [] })
  expect(Object.keys(rest)).toHaveLength(10)
  expect(new Set(Object.values(rest))).toEqual(new Set([null]))
})

describe('the effective profile', () => {
  const configuration = configured({}, { name: { rule: 'required' } })

  test('checks a creation against the profile that its type selects', () => {
    expect(check(configuration, { typeId: 'theft' }).found).toEqual(['/name required'])
  })

  test('checks a creation against the default profile if the type is absent, is unknown or selects no profile', () => {
    expect(check(configuration, { typeId: 'fire' }).found).toEqual([])
    expect(check(configuration, { typeId: 'nowhere' }).found).toEqual(['/typeId unknown_type'])
    expect(check(configuration, {}).found).toEqual([])
  })

  test('a creation without a type gets the default type, and the profile that the default type selects', () => {
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
  test('applies the defaults of a profile only to absent fields', () => {
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

  test('accepts the time of receipt as the default of a required occurredAt', () => {
    const { values, found } = check(configured({ occurredAt: { rule: 'required', default: 'now' } }), {})
    expect(found).toEqual([])
    expect(values.occurredAt).toBe(receivedAt)
  })

  test('applies no default to a field sent as null', () => {
    const configuration = configured({
      locationId: { rule: 'optional', default: 'hall' },
      pointId: { rule: 'optional', default: 'door' },
    })
    expect(check(configuration, {}).values).toMatchObject({ locationId: 'hall', pointId: 'door' })
    expect(check(configuration, { pointId: null }).values).toMatchObject({ locationId: 'hall', pointId: null })
  })

  test('applies the default category only if the incident has the type of that category', () => {
    const configuration = configured({ categoryId: { rule: 'optional', default: 'smoke' } })
    expect(check(configuration, { typeId: 'fire' }).values.categoryId).toBe('smoke')
    expect(check(configuration, {}).values.categoryId).toBeNull()
    expect(check(configuration, { typeId: 'flood' }).values.categoryId).toBeNull()
  })

  test('applies the default point only if the incident has the default location', () => {
    const configuration = configured({
      locationId: { rule: 'optional', default: 'hall' },
      pointId: { rule: 'optional', default: 'door' },
    })
    expect(check(configuration, { locationId: 'hall' }).values.pointId).toBe('door')
    expect(check(configuration, { locationId: 'yard' }).values.pointId).toBeNull()
    expect(check(configured({ pointId: { rule: 'optional', default: 'door' } }), {}).values.pointId).toBeNull()
  })

  test('applies the default coordinates only if neither latitude nor longitude was sent', () => {
    const configuration = configured({ coordinates: { rule: 'optional', default: { latitude: 47, longitude: 8 } } })
    expect(check(configuration, {}).values).toMatchObject({ latitude: 47, longitude: 8 })
    expect(check(configuration, { latitude: 0 }).found).toEqual(['/longitude coordinates_incomplete'])
  })

  test('copies the default tags, so that changes to the stored values do not change the configuration', () => {
    const configuration = configured({ tags: { rule: 'optional', default: ['new'] } })
    check(configuration, {}).values.tags.push('changed')
    expect(check(configuration, {}).values.tags).toEqual(['new'])
  })
})

describe('required', () => {
  test.each(['', ' ', '\t\r\n\u00a0\u2003'])('rejects the blank text "%s" in a required field', (name) => {
    expect(check(configured({ name: { rule: 'required' } }), { name }).found).toEqual(['/name required'])
  })

  test('rejects null in a required field, even if the field has a default', () => {
    const configuration = configured({ name: { rule: 'required', default: 'Unnamed' } })
    const body = { name: null } as unknown as Omit<CreateIncident, 'clientRequestId'>
    expect(check(configuration, body).found).toEqual(['/name required'])
  })

  test('reports a missing priority or occurredAt if it is required, and does not fill in a value', () => {
    const configuration = configured({ priority: { rule: 'required' }, occurredAt: { rule: 'required' } })
    expect(check(configuration, {}).found).toEqual(['/priority required', '/occurredAt required'])
  })
})

describe('readOnly and hidden', () => {
  test('rejects a value for a read-only or hidden field, even if the value is the default or null', () => {
    const configuration = configured({
      name: { rule: 'readOnly', default: 'Fixed' },
      locationId: { rule: 'optional', default: 'hall' },
      pointId: { rule: 'hidden', default: 'door' },
    })
    const { values, found } = check(configuration, { name: 'Fixed', pointId: null })
    expect(found).toEqual(['/name field_read_only', '/pointId field_hidden'])
    expect(values).toMatchObject({ name: 'Fixed', pointId: 'door' })
  })

  test('reports a violation for each sent coordinate if the coordinates are hidden', () => {
    const configuration = configured({ coordinates: { rule: 'hidden' } })
    expect(check(configuration, { longitude: 8 }).found).toEqual(['/longitude field_hidden'])
    expect(check(configuration, { latitude: 47, longitude: 8 }).found).toEqual([
      '/latitude field_hidden',
      '/longitude field_hidden',
    ])
  })

  test('applies the profile that the sent type selects, even if this profile makes the type read-only', () => {
    const configuration = configured({}, { typeId: { rule: 'readOnly', default: 'theft' } })
    const { values, found } = check(configuration, { typeId: 'theft', categoryId: 'burglary' })
    expect(found).toEqual(['/typeId field_read_only'])
    expect(values).toMatchObject({ typeId: 'theft', categoryId: 'burglary' })
  })
})
