import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../src/database/open.ts'
import type { OrganizationScope } from '../src/scope.ts'
import { newIncident, startTestServer } from './support/harness.ts'
import { multiplyIncident } from './support/multiply-incident.ts'

const { database, newOrganization } = await startTestServer()
const { call } = await newOrganization()

/** Page size of the lists of one test. Each test uses a different page size, which identifies its SQL statements. */
let limit = 10

/**
 * Requests one list of incidents for each query string, after replacing each `$id` with a random id.
 * @returns the number of different prepared statements that PostgreSQL has for these lists.
 */
async function preparedBy(...queries: string[]): Promise<number> {
  limit++
  for (const query of queries) {
    const { status } = await call('GET', `/incidents?limit=${limit}&${query.replaceAll('$id', () => randomUUID())}`)
    expect(status).toBe(200)
  }
  const clients = await Promise.all(Array.from({ length: database.pool.totalCount }, () => database.pool.connect()))
  const text = String.raw`select statement from pg_prepared_statements where statement ~ 'limit ${limit + 1}\M'`
  const results = await Promise.all(clients.map((client) => client.query<{ statement: string }>(text)))
  for (const client of clients) client.release()
  return new Set(results.flatMap(({ rows }) => rows.map(({ statement }) => statement))).size
}

test.each([
  'sort=name',
  'stateId=$id',
  'locationId=$id&priority=MAJOR',
  'locationId=$id&priority=in:MAJOR,CRITICAL&sort=-lastModifiedAt',
  'assigneeId=$id&sort=createdAt',
  'startAt=gte:2026-01-01T00:00:00Z&endAt=lte:2026-02-01T00:00:00Z&sort=lastModifiedAt',
])('prepares one statement for a list that a single index can serve: %s', async (query) => {
  expect(await preparedBy(query, query)).toBe(1)
})

test.each(['q=warm', 'tags=night', 'q=warm&stateId=$id'])(
  'prepares only the first statement of a search, which reads the first incidents of the list: %s',
  async (query) => {
    expect(await preparedBy(query, query)).toBe(1)
  },
)

test.each([
  'priority=MAJOR',
  'q=warm&typeId=$id&sort=name',
  'typeId=$id&sort=name',
  'stateId=$id&sort=lastModifiedAt',
  'locationId=$id&categoryId=$id',
  'locationId=in:$id,$id',
  'sort=-priority,createdAt',
  'startAt=gte:2026-01-01T00:00:00Z&sort=name',
])('does not prepare the statement of a list whose best plan depends on the filter values: %s', async (query) => {
  expect(await preparedBy(query)).toBe(0)
})

test('uses one prepared statement for all pages of a list with offset pagination', async () => {
  expect(await preparedBy('offset=30', 'offset=60', 'offset=90')).toBe(1)
})

test('the table incidents has at most 17 indexes, because every change must update them', async () => {
  const { rows } = await sql`select from pg_index where indrelid = 'incidents'::regclass`.execute(database.database)
  expect(rows.length).toBeLessThanOrEqual(17)
})

const times = ['created_at', 'last_modified_at', 'occurred_at']
const sorts = [...times, 'priority']

test.each(sorts.flatMap((sort) => times.filter((time) => time !== sort).map((bound) => [sort, bound])))(
  'the index of the sort by %s also has %s, so PostgreSQL skips rows beyond a bound without reading them',
  async (sort, bound) => {
    const { scope } = await newOrganization()
    const plan = await database.database.transaction().execute(async (transaction) => {
      await sql`set local enable_sort = off`.execute(transaction)
      return planOf(
        transaction,
        sql`select id from incidents where organization_id = ${scope.organizationId} and deleted_at is null
          and ${sql.ref(bound!)} <= now() order by ${sql.ref(sort!)} desc, id desc limit 51`,
      )
    })
    expect(plan.Plans).toMatchObject([{ 'Node Type': 'Index Only Scan' }])
  },
)

test('PostgreSQL expects many rows for a filter by creator if a single user created all incidents of a small organization', async () => {
  const copies = 50
  for (let neighbour = 0; neighbour < 9; neighbour++) await fill(await newOrganization(), copies)
  const organization = await newOrganization()
  const { createdBy } = await fill(organization, copies)
  await sql`analyze incidents`.execute(database.database)
  expect(await expectedRows(organization.scope, sql`created_by = ${createdBy}`)).toBeGreaterThan(copies / 2)
})

test('PostgreSQL expects one row for a filter by externalId', async () => {
  const organization = await newOrganization()
  await fill(organization, 1_000)
  const { organizationId } = organization.scope
  await sql`update incidents set external_id = id where organization_id = ${organizationId}`.execute(database.database)
  await sql`analyze incidents`.execute(database.database)
  expect(await expectedRows(organization.scope, sql`md5(external_id) = md5('gateway-7/1')`)).toBe(1)
})

async function fill(organization: Awaited<ReturnType<typeof newOrganization>>, copies: number) {
  const incident = await newIncident(organization.call)
  await multiplyIncident(organization.scope, incident, copies)
  return incident
}

/** Returns PostgreSQL's estimate of the number of incidents that match a condition. */
async function expectedRows(
  { database: connection, organizationId }: OrganizationScope,
  condition: RawBuilder<unknown>,
): Promise<number> {
  const query = sql`
    select from incidents where organization_id = ${organizationId} and ${condition} and deleted_at is null`
  return (await planOf(connection, query))['Plan Rows']
}

interface PlanNode {
  'Node Type': string
  'Plan Rows': number
  Plans?: PlanNode[]
}

/** Returns the plan that PostgreSQL chooses for a query. */
async function planOf(connection: Database, query: RawBuilder<unknown>): Promise<PlanNode> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`explain (format json) ${query}`.execute(connection)
  return rows[0]!['QUERY PLAN'][0].Plan
}
