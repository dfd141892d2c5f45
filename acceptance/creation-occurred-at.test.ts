import { expect, test } from 'vitest'
import { createIncident, tryCreation } from './support/incidents.ts'
import { invalidIncident, rejectionOf } from './support/rejection.ts'

test.each([
  ['2026-03-01T08:30:00.123Z', '2026-03-01T08:30:00.123Z'],
  ['2026-03-01T08:30:00Z', '2026-03-01T08:30:00.000Z'],
  ['2026-03-01T08:30:00.5Z', '2026-03-01T08:30:00.500Z'],
  ['2026-03-01T08:30:00+02:00', '2026-03-01T06:30:00.000Z'],
  ['2026-03-01T01:00:00+05:45', '2026-02-28T19:15:00.000Z'],
  ['2026-12-31T23:59:59.999-00:01', '2027-01-01T00:00:59.999Z'],
  ['2026-03-01t08:30:00z', '2026-03-01T08:30:00.000Z'],
  ['2024-02-29T12:00:00Z', '2024-02-29T12:00:00.000Z'],
  ['2000-02-29T12:00:00Z', '2000-02-29T12:00:00.000Z'],
  ['1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'],
  ['1883-11-18T12:00:00Z', '1883-11-18T12:00:00.000Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
])('accepts the occurredAt %s and returns %s', async (occurredAt, instant) => {
  expect((await createIncident({ occurredAt })).occurredAt).toBe(instant)
})

test.each([
  ['2026-03-01T08:30:00.1239Z', '2026-03-01T08:30:00.123Z'],
  ['2026-03-01T08:30:00.999999999999Z', '2026-03-01T08:30:00.999Z'],
  ['1969-12-31T23:59:59.9999Z', '1969-12-31T23:59:59.999Z'],
])('truncates the occurredAt %s to milliseconds instead of rounding it', async (occurredAt, instant) => {
  expect((await createIncident({ occurredAt })).occurredAt).toBe(instant)
})

test.each([
  '',
  'now',
  'yesterday',
  '2026-03-01',
  '2026-03-01T08:30:00',
  '2026-03-01T08:30Z',
  '20260301T083000Z',
  '2026-03-01T08:30:00.Z',
  '2026-03-01T08:30:00,5Z',
  '2026-03-01T08:30:00+02',
  '2026-03-01T08:30:00+0200',
  '2026-03-01T08:30:00+24:00',
  '2026-03-01T08:30:00Z ',
  ' 2026-03-01T08:30:00Z',
  '2026-03-01T24:00:00Z',
  '2026-03-01T08:60:00Z',
  '2026-03-01T08:30:61Z',
  '2026-02-29T08:30:00Z',
  '1900-02-29T08:30:00Z',
  '2026-04-31T08:30:00Z',
  '2026-13-01T08:30:00Z',
  '2026-00-01T08:30:00Z',
  '2026-03-00T08:30:00Z',
  '+012026-03-01T08:30:00Z',
  '-0001-03-01T08:30:00Z',
  '0001-01-01T00:00:00+00:01',
  '9999-12-31T23:59:59-00:01',
  '1772353800000',
  '２０２６-03-01T08:30:00Z',
])('rejects %j as an occurredAt', async (occurredAt) => {
  expect(rejectionOf(await tryCreation({ occurredAt }))).toEqual(invalidIncident('/occurredAt invalid_format'))
})

test('sets occurredAt to the time of receipt when the creation omits the field', async () => {
  const { occurredAt, createdAt } = await createIncident({ occurredAt: undefined })

  expect(Math.abs(Date.parse(occurredAt) - Date.parse(createdAt))).toBeLessThan(5000)
})
