import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { drafts } from '../test/arbitraries.ts'
import { normalizeConfiguration } from './normalize-configuration.ts'
import { respell } from '../test/respell.ts'

const upper = (digit: number) => `ABCDEF00-0000-4000-8000-00000000000${digit}`
const lower = (digit: number) => upper(digit).toLowerCase()

const draftWith = (id: (digit: number) => string, instant: string) => ({
  types: [
    { id: id(1), name: 'FIRE', active: true, profileId: id(3) },
    { id: id(5), name: 'THEFT', active: true, profileId: null },
  ],
  categories: [{ id: id(2), typeId: id(1), name: 'SMOKE', active: false }],
  profiles: [
    {
      id: id(3),
      name: 'FORM',
      fields: {
        name: { rule: 'required' as const, default: 'ABCDEF' },
        typeId: { rule: 'readOnly' as const, default: id(1) },
        categoryId: { rule: 'hidden' as const, default: id(2) },
        locationId: { rule: 'optional' as const, default: id(6) },
        pointId: { rule: 'optional' as const, default: id(7) },
        assigneeId: { rule: 'optional' as const, default: id(8) },
        occurredAt: { rule: 'optional' as const, default: instant },
      },
    },
    {
      id: id(4),
      name: 'OTHER',
      fields: { typeId: { rule: 'hidden' as const }, occurredAt: { rule: 'hidden' as const, default: 'now' } },
    },
  ],
  defaultProfileId: id(3),
})

test('converts UUIDs to lower case and default instants to UTC, and does not change "now" and names', () => {
  expect(normalizeConfiguration(draftWith(upper, '2026-03-01T10:30:00+02:00'))).toStrictEqual(
    draftWith(lower, '2026-03-01T08:30:00.000Z'),
  )
})

test('returns the same normal form for all spellings of the UUIDs and instants in a draft', () => {
  fc.assert(
    fc.property(drafts, fc.nat(), (draft, variant) => {
      expect(normalizeConfiguration(respell(draft, variant))).toStrictEqual(structuredClone(draft))
    }),
  )
})

test('does not change a configuration that is already in normal form', () => {
  fc.assert(
    fc.property(drafts, fc.nat(), (draft, variant) => {
      const once = normalizeConfiguration(respell(draft, variant))
      expect(normalizeConfiguration(once)).toStrictEqual(once)
    }),
  )
})
