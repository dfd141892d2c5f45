import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readListQuery } from '../src/http/lists/list-query.ts'
import { incidentListShape } from '../src/incidents/list/list-shape.ts'
import { countIncidents } from '../src/incidents/list/count-queries.ts'
import { listIncidents } from '../src/incidents/list/list.ts'
import { OrganizationScope } from '../src/scope.ts'
import { newIncident, startTestServer } from './support/harness.ts'
import { countWaiting, valuesOf } from './support/lock-waits.ts'
import { until } from './support/until.ts'

const { url, newOrganization } = await startTestServer({ DATABASE_CONNECTIONS: 6 })

const pageAt = (offset: number) =>
  readListQuery(incidentListShape, { sort: '-priority,name', limit: '1', offset: String(offset) })

test('the lists of one organization use at most four of six database connections', async () => {
  const [{ scope, call }, other] = await Promise.all([newOrganization(), newOrganization()])
  await newIncident(call)
  let lists: Promise<PromiseSettledResult<unknown>[]>
  // This transaction, which locks the table of incidents, uses one of the two connections that lists may not use.
  await scope.transaction(async (inner) => {
    await sql`lock table incidents`.execute(inner.database)
    const offsets = [...Array(10).keys()]
    lists = Promise.allSettled([
      ...offsets.map((offset) => listIncidents(scope, pageAt(offset))),
      ...offsets.map((offset) => countIncidents(scope, pageAt(offset), 100)),
    ])
    await until('four reads wait for the lock', async () => (await countWaiting(inner)) >= 4)
    expect(await other.call('GET', '/locations')).toMatchObject({ status: 200 })
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    // A list that is read inside a transaction uses the connection of the transaction, so the list does not wait for a
    // concurrency slot.
    expect(await listIncidents(inner, pageAt(100))).toMatchObject({ count: 0 })
    expect(await countIncidents(inner, pageAt(0), 100)).toBe(1)
    expect(await countWaiting(inner)).toBe(4)
  })
  const values = valuesOf(await lists!)
  expect(values).toHaveLength(20)
  expect([values[0], values.at(-1)]).toMatchObject([{ count: 1 }, 1])
})

test('a scope that was made with a database connection reads lists over this connection, without waiting for a concurrency slot', async () => {
  const { scope, call } = await newOrganization()
  await newIncident(call)
  const count = await scope.database.connection().execute((connection) => {
    const borrowed = new OrganizationScope(scope.organizationId, scope.actorId, scope.service, { database: connection })
    return countIncidents(borrowed, pageAt(0), 100)
  })
  expect(count).toBe(1)
})
