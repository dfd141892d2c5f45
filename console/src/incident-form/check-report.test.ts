import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import { expect, test } from 'vitest'
import { compareForms } from '../incidents/report/compare-forms.ts'
import { checkReport } from './check-report.ts'

const clientRequestId = '5f0f6c1e-3b0a-4d5e-9f57-2f1f6f3c9a10'
const configuration: CreationConfiguration = {
  revision: 7,
  publishedAt: '2026-03-01T08:30:00.000Z',
  types: [
    { id: 'cold', name: 'Refrigeration', active: true, profileId: 'strict' },
    { id: 'till', name: 'Tills', active: true, profileId: null },
  ],
  categories: [{ id: 'warm', typeId: 'cold', name: 'Too warm', active: true }],
  profiles: [
    {
      id: 'standard',
      name: 'Standard',
      fields: { name: { rule: 'required', default: 'Something' }, occurredAt: { rule: 'optional', default: 'now' } },
    },
    {
      id: 'strict',
      name: 'Strict',
      fields: {
        name: { rule: 'required' },
        categoryId: { rule: 'required', default: 'warm' },
        priority: { rule: 'readOnly', default: 'MAJOR' },
        description: { rule: 'hidden' },
        coordinates: { rule: 'optional', default: { latitude: 53.5, longitude: 10 } },
      },
    },
  ],
  defaultProfileId: 'standard',
}
const check = (entries: Parameters<typeof checkReport>[2]) => checkReport(configuration, clientRequestId, entries)

test('an untouched report form shows and sends the default values of its profile', () => {
  const { shown, body, errors } = check({})
  expect(shown).toMatchObject({ name: 'Something', priority: 'NORMAL', occurredAt: '' })
  expect(body).toEqual({ clientRequestId, configVersion: 7, name: 'Something', priority: 'NORMAL', tags: [] })
  expect(errors).toEqual({})
})

test('the report form reports the required name as missing if the user deletes its default text', () => {
  const { shown, body, errors } = check({ name: '' })
  expect(shown.name).toBe('')
  expect(body.name).toBe('')
  expect(Object.keys(errors)).toEqual(['name'])
})

test('the report form sends a typed value only while the profile of the chosen type allows the field', () => {
  const entries = { name: 'Warm', description: 'typed before', typeId: 'cold', priority: 'MINOR' as const }
  const strict = check(entries)
  expect(strict.body).toEqual({
    clientRequestId,
    configVersion: 7,
    name: 'Warm',
    typeId: 'cold',
    categoryId: 'warm',
    tags: [],
    latitude: 53.5,
    longitude: 10,
  })
  expect(strict.shown).toMatchObject({ priority: 'MAJOR', categoryId: 'warm' })
  expect(strict.errors).toEqual({})
  expect(check({ ...entries, typeId: 'till' }).body).toMatchObject({ description: 'typed before', priority: 'MINOR' })
})

test('the report form sends coordinates as numbers, and never combines a typed coordinate with a default coordinate', () => {
  expect(check({ name: 'x', latitude: '−53,5', longitude: '9.98' }).body).toMatchObject({
    latitude: -53.5,
    longitude: 9.98,
  })
  const half = check({ name: 'x', typeId: 'cold', latitude: '54', longitude: '' })
  expect(half.shown).toMatchObject({ latitude: '54', longitude: '' })
  expect(Object.keys(half.errors)).toEqual(['longitude'])
})

test('the report form shows the default category again after the user has cleared the category', () => {
  expect(check({ name: 'x', typeId: 'cold', categoryId: null }).shown.categoryId).toBe('warm')
})

test('a required priority without a default is shown empty, not sent, and reported as missing', () => {
  const [standard, strict] = configuration.profiles
  const profiles = [{ ...standard!, fields: { priority: { rule: 'required' as const } } }, strict!]
  const { shown, body, errors } = checkReport({ ...configuration, profiles }, clientRequestId, {})
  expect(shown.priority).toBeNull()
  expect(body).not.toHaveProperty('priority')
  expect(errors).toHaveProperty('priority')
  expect(checkReport({ ...configuration, profiles }, clientRequestId, { priority: 'NORMAL' }).errors).toEqual({})
})

test('the report form does not send the entered point if the profile sets a different location', () => {
  const fields = { locationId: { rule: 'readOnly' as const, default: 'market' } }
  const profiles = [configuration.profiles[0]!, { id: 'strict', name: 'Strict', fields }]
  const chosen = { locationId: 'harbour', pointId: 'freezer' }
  const elsewhere = checkReport({ ...configuration, profiles }, clientRequestId, { ...chosen, typeId: 'cold' })
  expect(elsewhere.shown).toMatchObject({ locationId: 'market', pointId: null })
  expect(elsewhere.body).not.toHaveProperty('pointId')
  expect(check({ ...chosen, name: 'x' }).body).toMatchObject(chosen)
})

test('compareForms describes only those changes of a newer revision that affect the report', () => {
  const newer: CreationConfiguration = {
    ...configuration,
    revision: 8,
    types: configuration.types.filter(({ id }) => id !== 'cold'),
    profiles: configuration.profiles.map((profile) =>
      profile.id === 'standard'
        ? { ...profile, fields: { name: { rule: 'required' }, tags: { rule: 'hidden' } } }
        : profile,
    ),
  }
  expect(compareForms(configuration, newer, { typeId: 'cold' })[0]).toBe(
    'The type “Refrigeration” can no longer be chosen.',
  )
  expect(compareForms(configuration, newer, { typeId: 'till' })).toEqual([
    'Name has a different default.',
    'Occurred has a different default.',
    'Tags is no longer part of the form.',
  ])
  expect(compareForms(configuration, { ...configuration, revision: 8 }, { typeId: 'cold' })).toEqual([])
})
