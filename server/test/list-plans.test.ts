import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startTestServer } from './harness.ts'

const { database, newOrganization } = await startTestServer()
const { call } = await newOrganization()
const id = randomUUID()

/** Lists with each query, and tells how many statements of that limit PostgreSQL has prepared since. */
async function preparedBy(limit: number, queries: string[]): Promise<number> {
  for (const query of queries) {
    const { status } = await call('GET', `/incidents?limit=${limit}&${query}`)
    expect(status).toBe(200)
  }
  const clients = await Promise.all(Array.from({ length: database.pool.totalCount }, () => database.pool.connect()))
  const text = String.raw`select statement from pg_prepared_statements where statement ~ 'limit ${limit + 1}\M'`
  const answers = await Promise.all(clients.map((client) => client.query<{ statement: string }>(text)))
  for (const client of clients) client.release()
  return new Set(answers.flatMap(({ rows }) => rows.map(({ statement }) => statement))).size
}

test.each(
  [
    'sort=name',
    'offset=0',
    'stateId=$id',
    'priority=MAJOR&locationId=$id&sort=-lastModifiedAt',
    'locationId=$id&startAt=gte:2026-01-01T00:00:00Z&sort=lastModifiedAt',
    'startAt=gte:2026-01-01T00:00:00Z&endAt=lte:2026-02-01T00:00:00Z&sort=lastModifiedAt',
  ].map((query, index) => [query, index + 10] as const),
)('the next rows of one index are prepared once: %s', async (query, limit) => {
  expect(await preparedBy(limit, [query.replaceAll('$id', id), query.replaceAll('$id', randomUUID())])).toBe(1)
})

test.each(
  [
    'tags=night',
    'priority=MAJOR',
    'q=warm',
    'typeId=$id&sort=name',
    'stateId=$id&sort=lastModifiedAt',
    'locationId=$id&categoryId=$id',
    'locationId=in:$id,00000000-0000-4000-8000-000000000001',
    'sort=-priority,createdAt',
  ].map((query, index) => [query, index + 20] as const),
)('what depends on how many match is planned each time: %s', async (query, limit) => {
  expect(await preparedBy(limit, [query.replaceAll('$id', id)])).toBe(0)
})

test('the pages of a walk by offset are one statement', async () => {
  expect(await preparedBy(30, ['offset=30', 'offset=60', 'offset=90'])).toBe(1)
})
