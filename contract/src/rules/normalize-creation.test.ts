import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CreateIncident } from '../api/incident.ts'
import { creations } from '../test/arbitraries.ts'
import { normalizeCreation } from './normalize-creation.ts'
import { respell } from '../test/respell.ts'

test('converts UUIDs to lower case and the instant to UTC with milliseconds, and does not change other values', () => {
  const untouched = {
    configVersion: 2,
    name: 'SPILL',
    externalId: 'ABCDEF00-0000-4000-8000-00000000ABCD',
    tags: ['Wet'],
  }
  const normalized = normalizeCreation({
    clientRequestId: 'ABCDEF00-0000-4000-8000-000000000001',
    typeId: 'ABCDEF00-0000-4000-8000-000000000002',
    categoryId: 'ABCDEF00-0000-4000-8000-000000000003',
    locationId: 'ABCDEF00-0000-4000-8000-000000000004',
    pointId: 'ABCDEF00-0000-4000-8000-000000000005',
    assigneeId: 'ABCDEF00-0000-4000-8000-000000000006',
    occurredAt: '2026-03-01t10:30:00.123456+02:00',
    ...untouched,
  })
  expect(normalized).toEqual({
    clientRequestId: 'abcdef00-0000-4000-8000-000000000001',
    typeId: 'abcdef00-0000-4000-8000-000000000002',
    categoryId: 'abcdef00-0000-4000-8000-000000000003',
    locationId: 'abcdef00-0000-4000-8000-000000000004',
    pointId: 'abcdef00-0000-4000-8000-000000000005',
    assigneeId: 'abcdef00-0000-4000-8000-000000000006',
    occurredAt: '2026-03-01T08:30:00.123Z',
    ...untouched,
  })
})

test('copies null values, and does not modify the body that it receives', () => {
  const input: CreateIncident = Object.freeze({
    clientRequestId: 'ABCDEF00-0000-4000-8000-000000000001',
    pointId: null,
  })
  expect(normalizeCreation(input)).toEqual({
    clientRequestId: 'abcdef00-0000-4000-8000-000000000001',
    pointId: null,
  })
})

test('returns the same normal form, with the fields in the same order, for all spellings of a creation', () => {
  fc.assert(
    fc.property(creations, fc.nat(), (input, variant) => {
      const normalized = normalizeCreation(respell(input, variant))
      expect(normalized).toEqual(input)
      expect(Object.keys(normalized)).toEqual(Object.keys(input))
    }),
  )
})

test('does not change a creation that is already in normal form', () => {
  fc.assert(
    fc.property(creations, fc.nat(), (input, variant) => {
      const once = normalizeCreation(respell(input, variant))
      expect(normalizeCreation(once)).toEqual(once)
    }),
  )
})
