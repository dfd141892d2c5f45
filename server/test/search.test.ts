import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { PreparingClient } from '../src/database/prepare.ts'
import { newIncident, startTestServer } from './support/harness.ts'
import { walk } from './support/walk.ts'
import { multiplyIncident } from './support/multiply-incident.ts'

const { database, newOrganization } = await startTestServer()
const { call, scope } = await newOrganization()
const incidents = 20_000
await multiplyIncident(scope, await newIncident(call), incidents)

/**
 * Sets the search text of each copy to the number of the copy and several words. Each word occurs in a different share
 * of the copies.
 */
await sql`
  update incidents set search_text = upper(concat_ws(' ', 'till', lpad(position::text, 6, '0'),
    case when position % 2 = 0 then 'frequent' end,
    case when position % 40 = 0 then 'occasional' end,
    case when position % 4000 = 0 then 'rare' end,
    case when position <= 1000 then 'long ago' end,
    case when position > ${incidents} - 20 then 'lately' end))
  from (select id as copy, substring(name from '^Copy (.*)')::int as position from incidents) as numbered
  where id = copy and position is not null and organization_id = ${scope.organizationId}`.execute(database.database)
await sql`analyze incidents`.execute(database.database)

interface ListBody {
  data: { name: string }[]
}

async function find(text: string, sort: string): Promise<number[]> {
  const first = `/incidents?q=${encodeURIComponent(text)}&sort=${sort}&limit=200`
  return (await walk<{ name: string }>(call, first)).map(({ name }) => Number(/\d+/.exec(name)))
}

describe('search', () => {
  const numbers = Array.from({ length: incidents }, (_, index) => index + 1)
  test.each([
    ['frequent', (number: number) => number % 2 === 0],
    ['occasional', (number: number) => number % 40 === 0],
    ['rare', (number: number) => number % 4000 === 0],
    ['long ago', (number: number) => number <= 1000],
    ['lately', (number: number) => number > incidents - 20],
    ['never', () => false],
  ])('the search finds every incident that contains "%s"', async (text, matches) => {
    expect(await find(text, 'createdAt')).toEqual(numbers.filter(matches))
    expect(await find(text, '-createdAt')).toEqual(numbers.filter(matches).toReversed())
  })
})

test('the search uses the search index even for a rare text that PostgreSQL estimates to be frequent', async () => {
  const { rows } = await sql<{ bound: string }>`
    select bound from pg_stats, unnest(histogram_bounds::text::text[]) with ordinality as bounds (bound, position)
    where tablename = 'incidents' and attname = 'search_text' and position = 50`.execute(database.database)
  const number = /\d+/.exec(rows[0]!.bound)![0]
  const sent = vi.spyOn(PreparingClient.prototype, 'query')
  const { body } = await call<ListBody>('GET', `/incidents?q=${number}&limit=1`)
  // Each call of `query` without a callback causes a second call with a callback. Look only at the first of the two.
  const searches = sent.mock.calls.filter(([text, , callback]) => String(text).includes('search_text') && !callback)
  sent.mockRestore()
  expect(body.data.map(({ name }) => name)).toEqual([`Copy ${Number(number)}`])
  const [text, values] = searches.at(-1)!
  const plan = await database.pool.query(`explain ${text as string}`, values as unknown[])
  expect(JSON.stringify(plan.rows)).toContain('incidents_search')
})
