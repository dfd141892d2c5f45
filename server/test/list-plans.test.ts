import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startTestServer } from './harness.ts'

const { database, newOrganization } = await startTestServer()
const { call } = await newOrganization()

/** The limit stands in a statement's text: with one of its own, a test knows its statements from those of others. */
let limit = 10

/** Lists with each query, `$id` being any id, and tells how many statements PostgreSQL has prepared for that. */
async function preparedBy(...queries: string[]): Promise<number> {
  limit++
  for (const query of queries) {
    const { status } = await call('GET', `/incidents?limit=${limit}&${query.replaceAll('$id', () => randomUUID())}`)
    expect(status).toBe(200)
  }
  const clients = await Promise.all(Array.from({ length: database.pool.totalCount }, () => database.pool.connect()))
  const text = String.raw`select statement from pg_prepared_statements where statement ~ 'limit ${limit + 1}\M'`
  const answers = await Promise.all(clients.map((client) => client.query<{ statement: string }>(text)))
  for (const client of clients) client.release()
  return new Set(answers.flatMap(({ rows }) => rows.map(({ statement }) => statement))).size
}

test.each([
  'sort=name',
  'stateId=$id',
  'priority=MAJOR&locationId=$id&sort=-lastModifiedAt',
  'locationId=$id&startAt=gte:2026-01-01T00:00:00Z&sort=lastModifiedAt',
  'startAt=gte:2026-01-01T00:00:00Z&endAt=lte:2026-02-01T00:00:00Z&sort=lastModifiedAt',
])('the next rows of one index are prepared once: %s', async (query) => {
  expect(await preparedBy(query, query)).toBe(1)
})

test.each([
  'tags=night',
  'priority=MAJOR',
  'q=warm',
  'typeId=$id&sort=name',
  'stateId=$id&sort=lastModifiedAt',
  'categoryId=$id&sort=-lastModifiedAt',
  'locationId=$id&categoryId=$id',
  'locationId=in:$id,$id',
  'sort=-priority,createdAt',
])('what depends on how many match is planned each time: %s', async (query) => {
  expect(await preparedBy(query)).toBe(0)
})

test('the pages of a walk by offset are one statement', async () => {
  expect(await preparedBy('offset=30', 'offset=60', 'offset=90')).toBe(1)
})
