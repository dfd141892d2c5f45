import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ConfigurationContent, FieldRules } from '../api/configuration.ts'
import { categoriesMaximum } from '../limits.ts'
import { drafts } from '../test/arbitraries.ts'
import { checkConfiguration } from './check-configuration.ts'
import { configured } from '../test/example-configuration.ts'

const found = (draft: ConfigurationContent) =>
  checkConfiguration(draft).map((violation) => `${violation.pointer} ${violation.code}`)
const foundIn = (fields: FieldRules, theftFields: FieldRules = {}) => found(configured(fields, theftFields))

test('accepts a configuration draft with valid references and defaults', () => {
  const fields: FieldRules = {
    name: { rule: 'required', default: 'Unnamed' },
    description: { rule: 'optional', default: ' ' },
    typeId: { rule: 'optional', default: 'fire' },
    categoryId: { rule: 'optional', default: 'smoke' },
    locationId: { rule: 'hidden', default: 'hall' },
    pointId: { rule: 'hidden', default: 'door' },
  }
  expect(foundIn(fields, { categoryId: { rule: 'required', default: 'burglary' } })).toEqual([])
})

const again = <Entry>(entries: Entry[]): Entry[] => [...entries, entries[0]!, entries[0]!]

test('reports duplicate_id for each type, category and profile that repeats the id of an earlier one', () => {
  const draft = configured({})
  const twice = {
    ...draft,
    types: again(draft.types),
    categories: again(draft.categories),
    profiles: again(draft.profiles),
  }
  expect(found(twice)).toEqual([
    '/types/3/id duplicate_id',
    '/types/4/id duplicate_id',
    '/categories/4/id duplicate_id',
    '/categories/5/id duplicate_id',
    '/profiles/2/id duplicate_id',
    '/profiles/3/id duplicate_id',
  ])
})

test('reads the id of each category only a few times, even if the draft has thousands of categories', () => {
  let reads = 0
  const categories = Array.from({ length: categoriesMaximum }, (_, index) => ({
    get id() {
      reads++
      return `category ${index}`
    },
    typeId: 'fire',
    name: 'Category',
    active: true,
  }))
  expect(found({ ...configured({}), categories })).toEqual([])
  expect(reads).toBeLessThanOrEqual(10 * categoriesMaximum)
})

test('reports each reference to an unknown profile or type', () => {
  expect(
    found({
      types: [{ id: 'fire', name: 'Fire', active: true, profileId: 'nowhere' }],
      categories: [{ id: 'burglary', typeId: 'theft', name: 'Burglary', active: true }],
      profiles: [{ id: 'standard', name: 'Standard', fields: {} }],
      defaultProfileId: 'nowhere',
    }),
  ).toEqual([
    '/types/0/profileId unknown_profile',
    '/categories/0/typeId unknown_type',
    '/defaultProfileId unknown_profile',
  ])
})

const pointer = (field: string) => `/profiles/0/fields/${field}/default`

describe('defaults', () => {
  test('reports a default type that is unknown or inactive', () => {
    expect(foundIn({ typeId: { rule: 'optional', default: 'nowhere' } })).toEqual([`${pointer('typeId')} unknown_type`])
    expect(foundIn({ typeId: { rule: 'hidden', default: 'flood' } })).toEqual([`${pointer('typeId')} inactive_type`])
  })

  test('reports a default category that is unknown or inactive', () => {
    const unknown: FieldRules = { categoryId: { rule: 'optional', default: 'nothing' } }
    expect(foundIn(unknown)).toEqual([`${pointer('categoryId')} unknown_category`])
    const inactive: FieldRules = { categoryId: { rule: 'hidden', default: 'blaze' } }
    expect(foundIn(inactive)).toEqual([`${pointer('categoryId')} inactive_category`])
  })

  test('reports a default category of an inactive type', () => {
    const fields: FieldRules = { categoryId: { rule: 'optional', default: 'drain' } }
    expect(foundIn(fields)).toEqual([`${pointer('categoryId')} inactive_type`])
  })

  test('reports a default category of another type than the default type', () => {
    const fields: FieldRules = {
      typeId: { rule: 'optional', default: 'theft' },
      categoryId: { rule: 'optional', default: 'smoke' },
    }
    expect(foundIn(fields)).toEqual([`${pointer('categoryId')} category_not_in_type`])
  })

  test('reports a default category whose type has another profile, if there is no default type', () => {
    const inStandard = foundIn({ categoryId: { rule: 'optional', default: 'burglary' } })
    expect(inStandard).toEqual([`${pointer('categoryId')} category_not_in_type`])
    const inTheftForm = foundIn({}, { categoryId: { rule: 'optional', default: 'smoke' } })
    expect(inTheftForm).toEqual(['/profiles/1/fields/categoryId/default category_not_in_type'])
  })

  test('reports an unknown type, but not also that the default category does not fit this type', () => {
    const fields: FieldRules = {
      typeId: { rule: 'optional', default: 'nowhere' },
      categoryId: { rule: 'optional', default: 'smoke' },
    }
    expect(foundIn(fields)).toEqual([`${pointer('typeId')} unknown_type`])

    const draft = configured({ categoryId: { rule: 'optional', default: 'lost' } })
    const lost = { id: 'lost', typeId: 'nowhere', name: 'Lost', active: true }
    expect(found({ ...draft, categories: [lost] })).toEqual(['/categories/0/typeId unknown_type'])
  })

  test('reports a default point without a default location', () => {
    expect(foundIn({ locationId: { rule: 'optional' }, pointId: { rule: 'optional', default: 'door' } })).toEqual([
      `${pointer('pointId')} location_required`,
    ])
  })

  test('reports a blank default of a required text field', () => {
    const fields: FieldRules = {
      name: { rule: 'required', default: '' },
      description: { rule: 'required', default: ' \t' },
    }
    expect(foundIn(fields)).toEqual([`${pointer('name')} required`, `${pointer('description')} required`])
  })
})

test('reports each violation once, with a JSON Pointer to a text in the draft', () => {
  fc.assert(
    fc.property(drafts, (draft) => {
      const violations = checkConfiguration(draft)
      for (const violation of violations) expect(valueAt(draft, violation.pointer!)).toBeTypeOf('string')
      expect(new Set(found(draft)).size).toBe(violations.length)
    }),
    { numRuns: 500 },
  )
})

const valueAt = (draft: ConfigurationContent, path: string): unknown =>
  path
    .split('/')
    .slice(1)
    .reduce((value: unknown, key) => (value as Record<string, unknown>)[key], draft)
