import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readListQuery } from '../src/http/lists/list-query.ts'
import { incidentListShape } from '../src/incidents/list/list-shape.ts'
import { countIncidents } from '../src/incidents/list/count-queries.ts'
import { exportIncidents } from '../src/incidents/list/export.ts'
import { listIncidents } from '../src/incidents/list/list.ts'
import { OrganizationScope } from '../src/scope.ts'
import { newIncident, startTestServer } from './support/harness.ts'
import { countWaiting, valuesOf } from './support/lock-waits.ts'
import { multiplyIncident } from './support/multiply-incident.ts'
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
    // A list inside a transaction uses the connection of the transaction, so it needs no concurrency slot.
    expect(await listIncidents(inner, pageAt(100))).toMatchObject({ count: 0 })
    expect(await countIncidents(inner, pageAt(0), 100)).toBe(1)
    expect(await countWaiting(inner)).toBe(4)
  })
  const values = valuesOf(await lists!)
  expect(values).toHaveLength(20)
  expect([values[0], values.at(-1)]).toMatchObject([{ count: 1 }, 1])
})

test('the exports of one organization use at most four of six database connections to look up names', async () => {
  const [{ scope, call }, other] = await Promise.all([newOrganization(), newOrganization()])
  await newIncident(call)
  const { organizationId, actorId, service } = scope
  const database = service.databaseForRequests(organizationId)
  const requests = new OrganizationScope(organizationId, actorId, service, { database })
  const exportAll = async () => {
    const parts: string[] = []
    for await (const part of exportIncidents(
      requests,
      pageAt(0),
      { separator: ',', priorities: 'codes' },
      async () => undefined,
    ))
      parts.push(part)
    return parts.length
  }
  let exports: Promise<number[]>
  await scope.transaction(async (inner) => {
    await sql`lock table points`.execute(inner.database)
    exports = Promise.all(Array.from({ length: 10 }, exportAll))
    await until('four exports wait for the lock', async () => (await countWaiting(inner)) >= 4)
    expect(await other.call('GET', '/locations')).toMatchObject({ status: 200 })
    expect(await countWaiting(inner)).toBe(4)
  })
  expect(await exports!).toEqual(Array(10).fill(2))
})

test('the requests of one organization for long pages use at most four of six database connections', async () => {
  const [{ scope, call, key }, other] = await Promise.all([newOrganization(), newOrganization()])
  await multiplyIncident(scope, await newIncident(call), 19)
  await sql`
    update incidents set description = repeat('x', 900000)
    where organization_id = ${scope.organizationId}`.execute(scope.database)
  const openPage = async () => {
    const headers = { 'x-api-key': key, 'accept-encoding': 'identity' }
    const reader = (await fetch(`${url}/api/v1/incidents`, { headers })).body!.getReader()
    await reader.read()
    return reader
  }
  const readers: Awaited<ReturnType<typeof openPage>>[] = []
  for (let page = 0; page < 5; page++) readers.push(await openPage())
  const readAll = async (reader: (typeof readers)[number]) => {
    while (!(await reader.read()).done);
  }
  let reads: Promise<void>[]
  await scope.transaction(async (inner) => {
    await sql`lock table incidents`.execute(inner.database)
    reads = readers.map(readAll)
    await until('four parts wait for the lock', async () => (await countWaiting(inner)) >= 4)
    expect(await other.call('GET', '/locations')).toMatchObject({ status: 200 })
    expect(await countWaiting(inner)).toBe(4)
  })
  await Promise.all(readers.map((reader) => reader.cancel()))
  await Promise.all(reads!)
})
