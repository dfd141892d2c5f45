import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { expect, test } from 'vitest'
import { localTextOf } from '../../../texts/local-time.ts'
import { changedFields, enteredSince, toEdit } from './to-edit.ts'

const incident: IncidentResponse = {
  id: '1',
  clientRequestId: '2',
  name: 'Freezer 3 is warm',
  description: null,
  typeId: 'refrigeration',
  categoryId: 'warm',
  priority: 'MAJOR',
  stateId: 'open',
  locationId: 'harbour',
  pointId: 'freezer',
  assigneeId: null,
  occurredAt: '2026-03-01T08:30:12.345Z',
  tags: ['cold-chain'],
  latitude: 53.5,
  longitude: null,
  externalId: null,
  mediaIds: [],
  createdBy: '3',
  createdAt: '2026-03-01T08:30:00.000Z',
  lastModifiedAt: '2026-03-01T08:30:00.000Z',
  creationConfigVersion: 1,
}

test('what was entered and is the same changes nothing', () => {
  const same = {
    name: 'Freezer 3 is warm',
    description: '',
    tags: ['cold-chain'],
    latitude: '53.5',
    pointId: 'freezer',
  }
  expect(toEdit(incident, same)).toEqual({})
})

test('a time that was not changed keeps its seconds', () => {
  expect(toEdit(incident, { occurredAt: localTextOf(incident.occurredAt) })).toEqual({})
})

test('what was emptied is cleared, and numbers may have a comma', () => {
  expect(toEdit(incident, { name: '', latitude: '', longitude: '9,98', externalId: 'A-1' })).toEqual({
    name: null,
    latitude: null,
    longitude: 9.98,
    externalId: 'A-1',
  })
})

test('a Category goes with its Type, and a Point with its Location, unless another was chosen', () => {
  expect(toEdit(incident, { typeId: 'tills', locationId: null })).toEqual({
    typeId: 'tills',
    categoryId: null,
    locationId: null,
    pointId: null,
  })
  expect(toEdit(incident, { typeId: 'tills', categoryId: 'scanner' })).toEqual({
    typeId: 'tills',
    categoryId: 'scanner',
  })
  expect(toEdit({ ...incident, categoryId: null }, { typeId: 'tills' })).toEqual({ typeId: 'tills' })
})

test('what was entered after something was sent is told from what was sent, also where it was taken back', () => {
  const sent = { name: 'Freezer 4 is warm', description: 'Since the morning.', tags: ['night'] }
  const now = { ...sent, name: 'Freezer 3 is warm', tags: ['night'], priority: 'MINOR' as const }
  expect(enteredSince(sent, now)).toEqual({ name: 'Freezer 3 is warm', priority: 'MINOR' })
  expect(enteredSince(sent, { ...sent })).toEqual({})
})

test('what somebody else changed is told by field', () => {
  expect(changedFields(incident, { ...incident, priority: 'MINOR', tags: [], stateId: 'closed' })).toEqual([
    'priority',
    'tags',
  ])
})
