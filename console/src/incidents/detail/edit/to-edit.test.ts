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
  number: 1042,
  version: 1,
}

test('toEdit leaves out fields whose entry equals the current value', () => {
  const same = {
    name: 'Freezer 3 is warm',
    description: '',
    tags: ['cold-chain'],
    latitude: '53.5',
    pointId: 'freezer',
  }
  expect(toEdit(incident, same)).toEqual({})
})

test('toEdit leaves out a time that differs only in seconds, which the form does not show', () => {
  expect(toEdit(incident, { occurredAt: localTextOf(incident.occurredAt) })).toEqual({})
})

test('toEdit turns an emptied field into null and reads a decimal comma', () => {
  expect(toEdit(incident, { name: '', latitude: '', longitude: '9,98', externalId: 'A-1' })).toEqual({
    name: null,
    latitude: null,
    longitude: 9.98,
    externalId: 'A-1',
  })
})

test('toEdit clears the old category if the type is new, and the old point if the location is new', () => {
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

test('enteredSince returns an entry changed during a save, even if the new entry equals the stored value', () => {
  const sent = { name: 'Freezer 4 is warm', description: 'Since the morning.', tags: ['night'] }
  const now = { ...sent, name: 'Freezer 3 is warm', tags: ['night'], priority: 'MINOR' as const }
  expect(enteredSince(sent, now)).toEqual({ name: 'Freezer 3 is warm', priority: 'MINOR' })
  expect(enteredSince(sent, { ...sent })).toEqual({})
})

test('changedFields lists the fields of the form that differ between two versions of an incident', () => {
  expect(changedFields(incident, { ...incident, priority: 'MINOR', tags: [], stateId: 'closed' })).toEqual([
    'priority',
    'tags',
  ])
})
