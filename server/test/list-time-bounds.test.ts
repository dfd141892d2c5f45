import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { priorities } from '@tocsin/contract/priorities.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newIncident, startTestServer } from './support/harness.ts'
import { walk, walkIncidents } from './support/walk.ts'
import { multiplyIncident } from './support/multiply-incident.ts'

interface ListBody {
  data: IncidentResponse[]
}

const { database, newOrganization } = await startTestServer()
const { call, scope } = await newOrganization()
await multiplyIncident(scope, await newIncident(call), 600)

/**
 * Spreads the incidents over two years, from fifty incidents per week to less than one per week. Every tenth incident
 * is modified exactly at the start of a week.
 */
await sql`
  update incidents set
    name = (array ['Door', 'Freezer', 'Till', null])[1 + ordinal % 4],
    occurred_at = at + (ordinal * 7919 % 600 - 600) * interval '1 day', created_at = at - (1 + ordinal % 5) * interval '9 days',
    last_modified_at = case when ordinal % 10 = 0 then date_trunc('week', at) else at end
  from (
    select id as copy, n as ordinal, timestamptz '2024-06-03 00:00Z' + n * n * interval '3 minutes' as at
    from incidents, lateral (select coalesce(substring(name from '^Copy (.*)')::int, 0) as n) as numbered
    where organization_id = ${scope.organizationId}
  ) as spread
  where id = copy and organization_id = ${scope.organizationId}`.execute(database.database)
await sql`analyze incidents`.execute(database.database)

const all = await walkIncidents(call)

const orders = {
  id: ({ id }: IncidentResponse) => id,
  name: ({ name }: IncidentResponse) => name ?? '',
  priority: ({ priority }: IncidentResponse) => priorities.indexOf(priority),
  occurredAt: ({ occurredAt }: IncidentResponse) => occurredAt,
  createdAt: ({ createdAt }: IncidentResponse) => createdAt,
  lastModifiedAt: ({ lastModifiedAt }: IncidentResponse) => lastModifiedAt,
}

function expectedIds(sort: string, { from = '', until = '9' }: { from?: string; until?: string }): string[] {
  const valueOf = orders[sort.replace('-', '') as keyof typeof orders]
  const compare = (one: IncidentResponse, other: IncidentResponse) => {
    const [first, second] = [valueOf(one), valueOf(other)]
    if (first === second) return one.id < other.id ? -1 : 1
    return first < second ? -1 : 1
  }
  const sorted = all
    .filter(({ lastModifiedAt }) => lastModifiedAt >= from && lastModifiedAt <= until)
    .toSorted(compare)
    .map(({ id }) => id)
  return sort.startsWith('-') ? sorted.toReversed() : sorted
}

const listedIds = async (path: string): Promise<string[]> =>
  (await walk<IncidentResponse>(call, path)).map(({ id }) => id)

const sorts = Object.keys(orders).flatMap((sort) => [sort, `-${sort}`])
/**
 * Values for `startAt` and `endAt`. The middle value is the start of a week, and some incidents were modified exactly
 * then.
 */
const [early, middle, late] = ['2024-11-20T13:00:00.000Z', '2025-09-01T00:00:00.000Z', '2026-03-11T08:00:00.000Z']

describe.each([
  ['startAt', `startAt=${early}`, { from: early }],
  ['startAt at the start of a week', `startAt=${middle}`, { from: middle }],
  ['startAt before all', 'startAt=0001-01-01T00:00:00Z', {}],
  ['startAt after all', 'startAt=9999-01-01T00:00:00Z', { from: '9' }],
  ['endAt', `endAt=${late}`, { until: late }],
  ['endAt at the start of a week', `endAt=${middle}`, { until: middle }],
  ['endAt after all', 'endAt=9999-12-31T23:59:59Z', {}],
  ['both', `startAt=${early}&endAt=${late}`, { from: early, until: late }],
  ['both at once', `startAt=${middle}&endAt=${middle}`, { from: middle, until: middle }],
])('a list of incidents with the time bounds: %s', (_, query, bounds) => {
  test.each(sorts)('lists exactly the incidents within the time bounds, sorted by %s', async (sort) => {
    const expected = expectedIds(sort, bounds)
    expect(await listedIds(`/incidents?${query}&sort=${sort}&limit=70`)).toEqual(expected)
    const { body } = await call<ListBody>('GET', `/incidents?${query}&sort=${sort}&limit=7&offset=40`)
    expect(body.data.map(({ id }) => id)).toEqual(expected.slice(40, 47))
  })
})

test('the test data contains incidents that were modified exactly at the start of a week', () => {
  expect(expectedIds('id', { from: middle, until: middle })).not.toEqual([])
})

test('a list with time bounds contains no incident of another organization', async () => {
  const other = await newOrganization()
  const list = () =>
    other.call<ListBody>('GET', '/incidents?startAt=0001-01-01T00:00:00Z&endAt=9999-12-31T00:00:00Z&sort=id')
  expect((await list()).body.data).toEqual([])
  const incident = await newIncident(other.call)
  expect((await list()).body.data).toEqual([incident])
})
