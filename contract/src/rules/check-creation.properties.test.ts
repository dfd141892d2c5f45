import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CreateIncident } from '../api/incident.ts'
import {
  acceptedCreations,
  attempts,
  configurations,
  creations,
  publishableConfigurations,
  receivedAt,
} from '../test/arbitraries.ts'
import { checkCreation } from './check-creation.ts'
import { expectedValues } from '../test/creation-oracle.ts'
import { effectiveProfile } from './effective-profile.ts'
import { type BusinessField, businessFields, type IncidentValues, ruleOf } from './incident-values.ts'

const runs = { numRuns: 500 }
const forbids = (rule: string) => rule === 'readOnly' || rule === 'hidden'

test('checkCreation accepts the same creations and returns the same values as a second implementation of the rules', () => {
  fc.assert(
    fc.property(attempts, ({ configuration, input }) => {
      const { values, violations } = checkCreation(configuration, input, receivedAt)
      expect(violations.length === 0 ? values : undefined).toEqual(expectedValues(configuration, input, receivedAt))
    }),
    runs,
  )
})

test('checkCreation never returns a value that was sent for a read-only or hidden field', () => {
  fc.assert(
    fc.property(configurations, creations, (configuration, creation) => {
      const input = { ...creation, ...marked }
      const profile = effectiveProfile(configuration, input.typeId)
      const { values } = checkCreation(configuration, input, receivedAt)
      for (const field of keysOf(marked).filter((candidate) => forbids(ruleOf(profile, candidate)))) {
        expect(values[field]).not.toEqual(marked[field])
      }
    }),
    runs,
  )
})

test('a value sent for a read-only or hidden field is one violation, and does not change the result of checkCreation otherwise', () => {
  fc.assert(
    fc.property(acceptedCreations, ({ configuration, input }) => {
      const profile = effectiveProfile(configuration, input.typeId)
      const { values } = checkCreation(configuration, input, receivedAt)
      const additions = { ...marked, priority: 'MINOR', typeId: configuration.types.at(-1)!.id }
      for (const field of keysOf(additions).filter((candidate) => forbids(ruleOf(profile, candidate)))) {
        const changed = { ...input, [field]: additions[field] }
        // Skip a type that selects another profile, because that profile has other rules.
        if (effectiveProfile(configuration, changed.typeId) !== profile) continue
        const code = ruleOf(profile, field) === 'hidden' ? 'field_hidden' : 'field_read_only'
        expect(checkCreation(configuration, changed, receivedAt)).toEqual({
          values,
          violations: [expect.objectContaining({ pointer: `/${field}`, code })],
        })
      }
    }),
    runs,
  )
})

test('checkCreation returns the same result for any order of the fields in the request body', () => {
  const permuted = attempts.chain(({ configuration, input }) => {
    const entries = Object.entries(input)
    const shuffled = fc.shuffledSubarray(entries, { minLength: entries.length })
    return shuffled.map((other) => ({ configuration, input, other: Object.fromEntries(other) as CreateIncident }))
  })
  fc.assert(
    fc.property(permuted, ({ configuration, input, other }) => {
      expect(checkCreation(configuration, other, receivedAt)).toEqual(checkCreation(configuration, input, receivedAt))
    }),
    runs,
  )
})

test('checkCreation reports each violation once, in the order of the fields in the schema', () => {
  fc.assert(
    fc.property(attempts, ({ configuration, input }) => {
      const { violations } = checkCreation(configuration, input, receivedAt)
      const positions = violations.map(({ pointer }) => businessFields.indexOf(pointer!.slice(1) as BusinessField))
      expect(positions).not.toContain(-1)
      expect(positions).toEqual(positions.toSorted((one, other) => one - other))
      expect(new Set(violations.map(({ pointer, code }) => `${pointer} ${code}`)).size).toBe(violations.length)
    }),
    runs,
  )
})

test('defaults of a published configuration never cause a violation', () => {
  const aboutAbsence = ['required', 'coordinates_incomplete']
  fc.assert(
    fc.property(publishableConfigurations, creations, (configuration, input) => {
      const { violations } = checkCreation(configuration, input, receivedAt)
      const aboutValues = violations.filter(({ code }) => !aboutAbsence.includes(code))
      expect(Object.keys(input)).toEqual(expect.arrayContaining(aboutValues.map(({ pointer }) => pointer!.slice(1))))
    }),
    runs,
  )
})

test('the random creations of these tests include accepted creations, and together cause every violation code of a creation', () => {
  const seen = fc
    .sample(attempts, { numRuns: 2000, seed: 1 })
    .map(({ configuration, input }) => checkCreation(configuration, input, receivedAt).violations)
  expect(seen.filter((violations) => violations.length === 0).length).toBeGreaterThan(100)
  expect([...new Set(seen.flat().map(({ code }) => code))].toSorted()).toEqual([
    'category_not_in_type',
    'coordinates_incomplete',
    'field_hidden',
    'field_read_only',
    'inactive_category',
    'inactive_type',
    'location_required',
    'required',
    'type_required',
    'unknown_category',
    'unknown_type',
  ])
})

/** Values that a creation sends, and that differ from all defaults and fallback values. */
const marked = {
  name: 'sent',
  description: 'sent',
  categoryId: 'sent',
  locationId: 'sent',
  pointId: 'sent',
  assigneeId: 'sent',
  occurredAt: '1999-12-31T00:00:00.000Z',
  tags: ['sent'],
  latitude: 1.5,
  longitude: 1.5,
} satisfies Partial<IncidentValues>

const keysOf = <Fields extends object>(fields: Fields) => Object.keys(fields) as (keyof Fields)[]
