import { describe, expect, test } from 'vitest'
import { createIncident, listedIds, listIncidents, modify, unique } from './support/incidents.ts'

const tag = unique('bounds')
const incident = await modify(await createIncident({ tags: [tag], occurredAt: '2020-01-01T00:00:00.000Z' }))
const modifiedAtMs = Date.parse(incident.lastModifiedAt)

const later = (milliseconds: number): string => new Date(modifiedAtMs + milliseconds).toISOString()
const isListed = async (bounds: Record<string, string | string[]>): Promise<boolean> =>
  (await listedIds({ ...bounds, tags: tag })).includes(incident.id)

describe.each([
  ['startAt', 'gte:', -1],
  ['startAt', '', -1],
  ['endAt', 'lte:', 1],
  ['endAt', '', 1],
])('%s=%s<timestamp>', (name, prefix, outwards) => {
  test('includes an incident that was last modified exactly at startAt or endAt', async () => {
    expect(await isListed({ [name]: `${prefix}${later(0)}` })).toBe(true)
  })

  test('includes an incident that was last modified one millisecond after startAt or before endAt', async () => {
    expect(await isListed({ [name]: `${prefix}${later(outwards)}` })).toBe(true)
  })

  test('excludes an incident that was last modified one millisecond before startAt or after endAt', async () => {
    expect(await isListed({ [name]: `${prefix}${later(-outwards)}` })).toBe(false)
  })

  test('accepts a bound with the UTC offset +02:00', async () => {
    const elsewhere = new Date(modifiedAtMs + 2 * 3_600_000).toISOString().replace('Z', '+02:00')

    expect(await isListed({ [name]: `${prefix}${elsewhere}` })).toBe(true)
  })
})

test.each([
  ['createdFrom', 'gte:', 1],
  ['createdUntil', 'lte:', -1],
])(
  'the filter %s includes an incident created at the bound, and excludes an incident created outside the bound',
  async (name, prefix, inwards) => {
    const within = incident.createdAt
    const beyond = new Date(Date.parse(incident.createdAt) + inwards).toISOString()
    expect(await isListed({ [name]: prefix + within })).toBe(true)
    expect(await isListed({ [name]: prefix + beyond })).toBe(false)
  },
)

test('if startAt equals endAt, the list includes an incident modified at this instant', async () => {
  expect(await isListed({ startAt: `gte:${later(0)}`, endAt: `lte:${later(0)}` })).toBe(true)
})

test('a list with startAt after endAt is empty', async () => {
  expect(await isListed({ startAt: `gte:${later(1)}`, endAt: `lte:${later(-1)}` })).toBe(false)
})

test('a list whose only filters are startAt and endAt returns only incidents modified between these bounds', async () => {
  const { body } = await listIncidents({ startAt: `gte:${later(-5000)}`, endAt: `lte:${later(0)}`, limit: 200 })
  const times = body.data.map(({ lastModifiedAt }) => lastModifiedAt)

  expect(times.length).toBeGreaterThan(0)
  expect(times.filter((at) => at < later(-5000) || at > later(0))).toEqual([])
})

test('meta.filter lists startAt and endAt in UTC with milliseconds', async () => {
  const { body } = await listIncidents({
    startAt: 'gte:2026-03-01T02:00:00+02:00',
    endAt: '2026-03-31T00:00:00.123456Z',
  })

  expect(body.meta.filter).toEqual([
    { field: 'lastModifiedAt', operator: 'gte', values: ['2026-03-01T00:00:00.000Z'] },
    { field: 'lastModifiedAt', operator: 'lte', values: ['2026-03-31T00:00:00.123Z'] },
  ])
})

test.each([
  ['2026-03-01T02:00:00+02', '2026-03-01T00:00:00.000Z'],
  ['2026-03-01T02:00:00+0200', '2026-03-01T00:00:00.000Z'],
  ['2026-03-01T02:00:00 0200', '2026-03-01T00:00:00.000Z'],
  ['2026-03-01T00:00Z', '2026-03-01T00:00:00.000Z'],
  ['2026-03-01T00:00:00,25Z', '2026-03-01T00:00:00.250Z'],
  ['20260301T000000Z', '2026-03-01T00:00:00.000Z'],
  ['20260301T020000.5+0200', '2026-03-01T00:00:00.500Z'],
])('accepts the ISO 8601 form %s as a bound', async (written, instant) => {
  const { body } = await listIncidents({ startAt: `gte:${written}` })

  expect(body.meta.filter).toMatchObject([{ values: [instant] }])
})

test('a startAt with microseconds excludes an incident that was modified earlier in the same millisecond', async () => {
  expect(await isListed({ startAt: `gte:${later(0).replace('Z', '9Z')}` })).toBe(false)
  expect(await isListed({ startAt: `gte:${later(0).replace('Z', '000Z')}` })).toBe(true)
  expect(await isListed({ endAt: `lte:${later(0).replace('Z', '9Z')}` })).toBe(true)
})

test.each([
  ['startAt', ''],
  ['startAt', 'gte:'],
  ['startAt', 'yesterday'],
  ['startAt', '2020-01-01'],
  ['startAt', '2020-01-01T00:00:00'],
  ['startAt', 'gte:2020-02-30T00:00:00Z'],
  ['startAt', 'gte:9999-12-31T23:59:59.9999Z'],
  ['startAt', 'lte:2020-01-01T00:00:00Z'],
  ['startAt', 'gt:2020-01-01T00:00:00Z'],
  ['endAt', 'gte:9999-01-01T00:00:00Z'],
  ['endAt', '9999'],
])('the list is empty for the invalid bound %s=%s', async (name, value) => {
  expect(await isListed({ [name]: value })).toBe(false)
})

test.each(['startAt', 'endAt'])('the list is empty when the query has %s twice', async (name) => {
  expect(await isListed({ [name]: [later(0), later(0)] })).toBe(false)
})
